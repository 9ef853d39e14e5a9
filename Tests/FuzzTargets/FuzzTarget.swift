/// What the fuzzers feed with bytes of their making (docs/development/fuzzing.md). Each target reads the bytes the way
/// the programs do and holds the result against what is promised of it.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// HTML's parser.
    case markup
    /// A page laid out as lines and cells.
    case layout
    /// Two pages split and merged.
    case merge
    /// The body of a data update.
    case update
    /// An answer's head, classified.
    case classification
    /// Dates, cookies and the fields that caches go by.
    case caching
    /// The files of the cache.
    case cache
    /// The configuration file.
    case configuration
    /// A recording.
    case recording
    /// What a terminal sends.
    case keys
    /// JSON that is shown as a tree.
    case tree
    /// What a program that draws pictures writes.
    case picture
    /// What a client sends to the server.
    case request

    /// Reads the bytes and checks what came of them.
    /// - Throws: A promise that did not hold.
    public func run(_ bytes: [UInt8]) async throws(BrokenPromise) {
        switch self {
        case .markup: try MarkupInput.check(bytes)
        case .layout: try LayoutInput.check(bytes)
        case .merge: try MergeInput.check(bytes)
        case .update: try UpdateInput.check(bytes)
        case .classification: try ClassificationInput.check(bytes)
        case .caching: try CachingInput.check(bytes)
        case .cache: try await CacheInput.check(bytes)
        case .configuration: try ConfigurationInput.check(bytes)
        case .recording: try RecordingInput.check(bytes)
        case .keys: try KeyInput.check(bytes)
        case .tree: try TreeInput.check(bytes)
        case .picture: try PictureInput.check(bytes)
        case .request: try RequestInput.check(bytes)
        }
    }
}

/// A promise that some bytes broke.
public struct BrokenPromise: Error, CustomStringConvertible {
    /// What was promised.
    public let description: String

    init(_ promise: String) { description = promise }
}

/// Goes on only where a promise holds.
func promise(_ holds: Bool, _ words: @autoclosure () -> String) throws(BrokenPromise) {
    guard holds else { throw BrokenPromise(words()) }
}

/// The bytes of one input, taken apart from the front.
struct InputReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next byte; 0 where there is none.
    mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

    /// What lies before the next separator, or all that is left.
    mutating func section(until separator: UInt8 = InputReader.separator) -> [UInt8] {
        let section = rest.prefix { $0 != separator }
        rest = rest.dropFirst(section.count + 1)
        return Array(section)
    }

    /// All that is left.
    mutating func everything() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    /// ASCII's record separator: no file of ours and hardly any page holds one.
    static let separator: UInt8 = 0x1E
}

extension [UInt8] {
    /// The bytes in pieces of this many.
    func pieces(of size: Int) -> [[UInt8]] {
        stride(from: 0, to: count, by: Swift.max(1, size)).map {
            Array(self[$0..<Swift.min(count, $0 + Swift.max(1, size))])
        }
    }
}
