import SonicProtocol
import SystemLibraries

extension PublicSuffixes {
    /// The installed list; without one, only single labels are known to be public suffixes.
    static let installed = PublicSuffixes(note: {
        SuffixList.isInstalled
            ? nil
            : "Public suffixes are unknown, as libpsl (package libpsl5) is not installed: domains such as co.uk count as sites."
    }) { host in
        switch SuffixList.registrable(host) {
        case .part(let name): name
        case .none: nil
        case .unknown: PublicSuffixes.singleLabels.registrablePart(of: host)
        }
    }
}
