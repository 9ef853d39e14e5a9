import HTML

/// One case of a `tree-construction/*.dat` file.
struct TreeCase {
    var data: [UInt8] = []
    /// The context element of a fragment, such as `td` or `svg path`; nil for a page.
    var fragment: String?
    var needsScripting = false
    var expected: [UInt8] = []

    /// Splits a file into its cases: each begins with a line `#data`.
    static func all(in file: [UInt8]) -> [TreeCase] {
        var cases: [TreeCase] = []
        var section = ""
        var lines = file.split(separator: 0x0A, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for (index, line) in lines.enumerated() {
            if line.elementsEqual("#data".utf8), section != "#data" {
                section = "#data"
                cases.append(TreeCase())
                continue
            }
            let heads = [
                "#errors", "#new-errors", "#document-fragment", "#document", "#script-on", "#script-off",
            ]
            if let head = heads.first(where: { line.elementsEqual($0.utf8) }), section != "#document" {
                section = head
                if head == "#script-on" { cases[cases.count - 1].needsScripting = true }
                continue
            }
            guard !cases.isEmpty else { continue }
            switch section {
            case "#data":
                if !cases[cases.count - 1].data.isEmpty || lines[index - 1].first != 0x23
                    || lines[index - 1].isEmpty
                {
                    cases[cases.count - 1].data.append(0x0A)
                }
                cases[cases.count - 1].data += line
            case "#document-fragment": cases[cases.count - 1].fragment = String(decoding: line, as: UTF8.self)
            case "#document":
                cases[cases.count - 1].expected += line
                cases[cases.count - 1].expected.append(0x0A)
            default: break
            }
        }
        return cases
    }

    /// Returns the tree of our parser for input in pieces of a size.
    func tree(piecesOf size: Int) -> String {
        var parser = parser()
        var index = 0
        while index < data.count {
            let end = min(data.count, index + size)
            parser.append(Array(data[index..<end]))
            index = end
        }
        parser.finish()
        return TreeText(parser.document).text(ofFragment: fragment != nil)
    }

    private func parser() -> HTMLParser {
        guard let fragment else { return HTMLParser() }
        if fragment.hasPrefix("svg ") {
            return HTMLParser(fragmentIn: fragment.dropPrefix(4), namespace: .svg)
        }
        if fragment.hasPrefix("math ") {
            return HTMLParser(fragmentIn: fragment.dropPrefix(5), namespace: .mathML)
        }
        return HTMLParser(fragmentIn: fragment)
    }

    /// The expected tree without the blank lines that separate cases.
    var expectedText: String {
        var text = expected
        while text.last == 0x0A { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }
}

extension String {
    fileprivate func dropPrefix(_ count: Int) -> String { String(dropFirst(count)).lowercased() }
}
