/// Where one place of the repository names another: a file, and a heading of it.
struct DocumentLink: Equatable, Sendable {
    /// The file, by its path below the root.
    let path: String
    /// The heading, as links write it; nil for the whole file.
    let anchor: String?
    /// Where the link stands, counted from 1.
    let line: Int
}

extension Repository.File {
    /// The links of a document in Markdown to files of this repository and to its own headings.
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

    /// The pages below docs that a file of any kind names by their path below the root, with or without a heading.
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

    /// The headings of a document as links write them: small letters, a dash for each blank, a number behind those
    /// that were there before.
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
