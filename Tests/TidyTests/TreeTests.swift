import FoundationEssentials
import Glibc
import Testing

/// What lies in the tree: sources, and nothing that was made of them.
@Suite struct TreeTests {
    private static let top: Set<String> = [
        ".ci", ".gitattributes", ".github", ".gitignore", ".swift-format", "CHANGELOG.md", "CONTRIBUTING.md",
        "Examples", "LICENSE", "Makefile", "Package.swift", "README.md", "SECURITY.md", "Sources", "Tests",
        "docs", "scripts", "themes",
    ]

    /// What git keeps for itself, and what .gitignore names.
    private static let ignored: Set<String> = [".git", ".build", ".swiftpm", "demo-cache"]

    private static let products = [".swiftmodule", ".swiftdoc", ".swiftsourceinfo", ".o", ".a", ".so"]

    @Test func `only known entries are at the top`() throws {
        let entries = try FileManager.default.contentsOfDirectory(atPath: Repository.root)
        #expect(Set(entries.filter { !$0.hasSuffix(".swp") }).subtracting(Self.ignored) == Self.top)
    }

    @Test func `no file is a build product or larger than half a megabyte`() throws {
        var findings: [String] = []
        for folder in Self.top {
            let path = "\(Repository.root)/\(folder)"
            // A file has nothing below it.
            let below = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
            for path in [folder] + below.map({ "\(folder)/\($0)" }) where !path.contains("/.build/") {
                if let fault = try Self.fault(of: "\(Repository.root)/\(path)") {
                    findings.append("\(path): \(fault)")
                }
            }
        }
        #expect(findings == [])
    }

    @Test func `a build product is known by its name or its first bytes`() throws {
        #expect(try Self.fault(of: CommandLine.arguments[0]) != nil)
        #expect(try Self.fault(of: "\(Repository.root)/Package.swift") == nil)
        #expect(Self.products.contains { "Modules/HTML.swiftmodule".hasSuffix($0) })
    }

    /// What a file has that no source has; nil for sources and folders.
    private static func fault(of path: String) throws -> String? {
        if let ending = products.first(where: path.hasSuffix) { return "made by a compiler: \(ending)" }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
        if let size = attributes[.size] as? UInt64, size > 512 << 10 { return "\(size) bytes" }
        guard let file = fopen(path, "r") else { return "cannot be read" }
        defer { fclose(file) }
        var start = [UInt8](repeating: 0, count: 4)
        let count = fread(&start, 1, 4, file)
        return start.prefix(count).elementsEqual([0x7F] + "ELF".utf8) ? "a program or library (ELF)" : nil
    }
}
