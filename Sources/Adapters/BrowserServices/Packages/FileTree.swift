import SonicProtocol

/// The files of an archive or a folder by path, with links replaced by their targets. Pure: it never contains anything
/// from outside the tree.
struct FileTree {
    /// The contents of each file by its path.
    private(set) var files: [String: [UInt8]] = [:]

    /// The maximum length of a chain of links.
    private static let longestChain = 8

    /// Creates the tree of these entries, of which the last for a path applies.
    /// - Throws: `refused` for a path or a link that leads out of the folder, for a broken link, and for special files
    ///   such as devices.
    init(_ entries: [TarReader.Entry]) throws(PackageFailure) {
        var links: [String: String] = [:]
        for entry in entries {
            let named = entry.path
            guard let path = Self.normalized(named, in: "") else {
                throw .refused("“\(named)” leads out of its folder")
            }
            switch entry.kind {
            case .folder: continue
            case .other: throw .refused("“\(named)” is not a file, a folder or a link")
            case .file(let bytes):
                files[path] = bytes
                links[path] = nil
            case .hardLink(let target), .symbolicLink(let target):
                var folder = ""
                if case .symbolicLink = entry.kind, let slash = path.lastIndex(of: "/") {
                    folder = String(path[..<slash])
                }
                guard let target = Self.normalized(target, in: folder) else {
                    throw .refused("the link “\(named)” leads out of its folder")
                }
                links[path] = target
                files[path] = nil
            }
            guard PackageManifest.isPath(path) else { throw .refused("“\(named)” is not a file path") }
        }
        for path in links.keys.sorted() {
            guard let bytes = bytes(behind: path, links) else {
                throw .refused("the link “\(path)” does not lead to a file of the package")
            }
            files[path] = bytes
        }
    }

    /// Returns the tree below the single top-level folder, if there is one and it contains `name`; otherwise itself.
    func unwrapped(for name: String) -> FileTree {
        guard files[name] == nil, let first = files.keys.first, let slash = first.firstIndex(of: "/") else {
            return self
        }
        let folder = first[...slash]
        guard files[folder + name] != nil, files.keys.allSatisfy({ $0.hasPrefix(folder) }) else {
            return self
        }
        var tree = self
        tree.files = Dictionary(
            uniqueKeysWithValues: files.map { (String($0.key.dropFirst(folder.count)), $0.value) })
        return tree
    }

    private func bytes(behind path: String, _ links: [String: String]) -> [UInt8]? {
        var path = path
        for _ in 0...Self.longestChain {
            guard let next = links[path] else { return files[path] }
            path = next
        }
        return nil
    }

    /// Returns a path from the top of the tree, with dot segments resolved; nil if it is absolute or leads above the
    /// top.
    private static func normalized(_ path: String, in folder: String) -> String? {
        guard !path.hasPrefix("/") else { return nil }
        var segments = folder.split(separator: "/")
        for segment in path.split(separator: "/") {
            switch segment {
            case ".": continue
            case "..": guard segments.popLast() != nil else { return nil }
            default: segments.append(segment)
            }
        }
        return segments.joined(separator: "/")
    }
}
