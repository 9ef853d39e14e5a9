import FoundationEssentials
import FuzzTargets
import Testing

/// Each test run replays the inputs that the fuzzers found (docs/development/fuzzing.md).
@Suite struct ReplayTests {
    /// The files of a folder next to this one, by target.
    private static func inputs(_ folder: String, of target: FuzzTarget) throws -> [(
        name: String, bytes: [UInt8]
    )] {
        let path = String(#filePath.dropLast("ReplayTests.swift".count)) + folder + "/" + target.rawValue
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { name in
            (name, Array(try Data(contentsOf: URL(filePath: path + "/" + name))))
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `every input of the corpus satisfies the invariants`(_ target: FuzzTarget) async throws {
        let inputs = try Self.inputs("Corpus", of: target)
        #expect(!inputs.isEmpty)
        for (name, bytes) in inputs { await check(target, name, bytes) }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `every former crash input satisfies the invariants`(_ target: FuzzTarget) async throws {
        for (name, bytes) in try Self.inputs("Regressions", of: target) { await check(target, name, bytes) }
    }

    @Test(arguments: FuzzTarget.allCases)
    func `no bytes, and bytes of one value, satisfy the invariants`(_ target: FuzzTarget) async throws {
        await check(target, "nothing", [])
        for byte: UInt8 in [0x00, 0x1E, 0x20, 0x3C, 0x7B, 0xFF] {
            for count in [1, 100] { await check(target, "\(byte)", Array(repeating: byte, count: count)) }
        }
    }

    private func check(_ target: FuzzTarget, _ name: String, _ bytes: [UInt8]) async {
        do throws(BrokenPromise) {
            try await target.run(bytes)
        } catch {
            Issue.record("\(target.rawValue)/\(name): \(error)")
        }
    }
}
