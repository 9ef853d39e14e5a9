import FoundationEssentials
import TestSupport

/// Package.swift as SwiftPM parses it.
struct Manifest: Decodable {
    struct Target: Decodable {
        let name: String
        /// `regular`, `executable`, `test`, `system`.
        let type: String
        /// The folder of its sources, relative to that of Package.swift; nil if it follows from the name.
        let path: String?
        let dependencies: [Dependency]
    }

    /// A dependency of a target, named as in Package.swift.
    struct Dependency: Decodable {
        let name: String

        private enum CodingKeys: String, CodingKey { case byName, target, product }

        /// Decodes `{"byName": ["SonicSession", null]}` and the like.
        init(from decoder: any Decoder) throws {
            let kinds = try decoder.container(keyedBy: CodingKeys.self)
            guard let kind = kinds.allKeys.first else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "an unknown kind of dependency"))
            }
            var parts = try kinds.nestedUnkeyedContainer(forKey: kind)
            name = try parts.decode(String.self)
        }
    }

    struct Product: Decodable {
        let name: String
        let targets: [String]
        /// Whether it is a library for other programs.
        let isLibrary: Bool

        private enum CodingKeys: String, CodingKey { case name, targets, type }
        private enum Kind: String, CodingKey { case library, executable }

        init(from decoder: any Decoder) throws {
            let parts = try decoder.container(keyedBy: CodingKeys.self)
            name = try parts.decode(String.self, forKey: .name)
            targets = try parts.decode([String].self, forKey: .targets)
            isLibrary = try parts.nestedContainer(keyedBy: Kind.self, forKey: .type).contains(.library)
        }
    }

    let targets: [Target]
    let products: [Product]

    /// Runs `swift package dump-package`, which requires nothing but Package.swift.
    static func read() async throws -> Manifest {
        let home = try TemporaryFolder()
        let text = try await Toolchain.swift(
            ["package", "--scratch-path", home.path("scratch"), "dump-package"], in: Toolchain.root,
            home: home)
        return try JSONDecoder().decode(Manifest.self, from: Data(text.utf8))
    }

    /// The product's targets and all their transitive dependencies.
    func closure(of product: Product) -> [Target] {
        var found: [String: Target] = [:]
        var open = product.targets
        while let name = open.popLast() {
            guard found[name] == nil, let target = targets.first(where: { $0.name == name }) else { continue }
            found[name] = target
            open += target.dependencies.map(\.name)
        }
        return found.values.sorted { $0.name < $1.name }
    }
}
