/// A link to a file of the repository, or to a heading in it.
struct DocumentLink: Equatable, Sendable {
    /// The file's path relative to the root.
    let path: String
    /// The heading's anchor; nil for the whole file.
    let anchor: String?
    /// The line of the link, from 1.
    let line: Int
}

extension Repository.File {
    /// The links of a Markdown document to files of this repository and to its own headings.
    var links: [DocumentLink] {
        let folder = path.split(separator: "/").dropLast()
        return lines.enumerated().flatMap { index, line in
            line.split(separator: "](", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
                let target = rest.prefix { $0 != ")" }
                guard !target.isEmpty, !target.contains(":") else { return nil }
                let halves = target.split(separator: "#", omittingEmptySubsequences: false)
                var parts = Array(folder)
                for part in halves[0].split(separator: "/") where part != "." {
                    if part == ".." { _ = parts.popLast() } else { parts.append(part) }
                }
                return DocumentLink(
                    path: halves[0].isEmpty ? path : parts.joined(separator: "/"),
                    anchor: halves.count > 1 ? String(halves[1]) : nil, line: index + 1)
            }
        }
    }

    /// The pages in docs that a file of any kind mentions by their path from the root, with or without an anchor.
    var namedPages: [DocumentLink] {
        guard mentions("docs/") else { return [] }
        return lines.enumerated().flatMap { index, line in
            line.split(separator: "docs/", omittingEmptySubsequences: false).dropFirst().compactMap { rest in
                let name = rest.prefix { $0.isLetter || $0.isNumber || "/-_.".contains($0) }
                guard let end = name.firstRange(of: ".md")?.upperBound else { return nil }
                let behind = rest[end...]
                let anchor = behind.dropFirst().prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
                return DocumentLink(
                    path: "docs/" + rest[..<end],
                    anchor: behind.first == "#" && !anchor.isEmpty ? String(anchor) : nil, line: index + 1)
            }
        }
    }

    /// The anchors of a document's headings: lower case, a dash for each blank, and a number after those that
    /// occurred before.
    var anchors: Set<String> {
        var seen: [String: Int] = [:]
        var isCode = false
        return Set(
            lines.compactMap { line in
                if line.hasPrefix("```") { isCode.toggle() }
                guard !isCode, line.hasPrefix("#") else { return nil }
                let name = line.drop { $0 == "#" }.dropFirst().lowercased()
                    .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
                    .map { $0 == " " ? "-" : String($0) }.joined()
                let earlier = seen[name, default: 0]
                seen[name] = earlier + 1
                return earlier == 0 ? name : "\(name)-\(earlier)"
            })
    }
}
