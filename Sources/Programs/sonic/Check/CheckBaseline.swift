import SonicProtocol

/// The rules broken in a previous run, from its `--json` output.
struct CheckBaseline {
    private let broken: [String: Set<String>]

    /// Parses the output of a run.
    init(path: String) throws(Arguments.Mistake) {
        let (node, problems) = JSONNode.read(try InputFile.bytes(path, of: .baseline))
        guard problems.isEmpty, let pages = node?["pages"]?.elements else {
            throw .init(
                message: "--baseline takes the output of sonic check --json; \(path) is something else")
        }
        var broken: [String: Set<String>] = [:]
        for page in pages {
            let names = (page["rules"]?.elements ?? []).compactMap { rule in
                rule["result"]?.string == "broken" ? rule["rule"]?.string : nil
            }
            if let url = page["url"]?.string { broken[url, default: []].formUnion(names) }
        }
        self.broken = broken
    }

    /// Returns the names of the rules that a page broke.
    func rules(of url: String) -> Set<String> { broken[url] ?? [] }
}
