import SonicProtocol
import SystemLibraries

extension PublicSuffixes {
    /// By the list that is installed; without one single labels alone are known to be everybody's.
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
