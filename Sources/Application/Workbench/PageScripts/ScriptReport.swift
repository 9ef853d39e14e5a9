import SonicProtocol

/// What the scripts of a page did, and what the page shows then.
package struct ScriptReport: Equatable, Sendable {
    /// An error that ended a script.
    package struct Thrown: Equatable, Sendable {
        package let text: String
        /// The line of the page; nil if it is unknown.
        package let line: Int?
        package let stage: ScriptStage
    }

    /// A text that `JSON.parse` refused.
    package struct Unparsed: Equatable, Sendable {
        package let text: String
        package let error: String
    }

    /// An element that was looked up and not found.
    package struct Miss: Equatable, Sendable {
        /// `#id`, or a selector.
        package let name: String
        package let stage: ScriptStage
    }

    /// The title and the lines of a text, each in pieces.
    package typealias Lines = [[Piece]]

    /// A part of a line.
    package struct Piece: Equatable, Sendable {
        package let text: String
        /// The name of the block that it is from; nil outside of blocks.
        package let block: String?
        /// The nearest id around it.
        package let id: String?
    }

    /// Whether a script asked the client for the result.
    package let isAsked: Bool
    /// Whether the callback was called.
    package let isCalled: Bool
    /// The number of changes that the callback made.
    package let writes: Int
    /// What scripts used and the document does not have.
    package let missing: [String]
    /// The elements that were looked up in vain.
    package let misses: [Miss]
    /// Those of them that came into the document later.
    package let early: [String]
    package let errors: [Thrown]
    package let unparsed: [Unparsed]
    /// The keys of the result that the callback read, in braces.
    package let read: [String]
    /// Whether it went through the keys.
    package let isListed: Bool
    /// Whether it parsed the result.
    package let isParsed: Bool
    /// The addresses of scripts that did not run.
    package let unrun: [String]
    /// What scripts wrote to the console.
    package let console: [String]
    /// What the loaded page shows before the callback.
    package let before: Lines
    /// What it shows afterwards.
    package let after: Lines

    init(_ node: JSONNode) throws(UnexpectedJSON) {
        isAsked = try node.value("asked", \.bool)
        isCalled = try node.value("called", \.bool)
        writes = try node.value("writes", \.integer)
        missing = try node.values("missing", \.string)
        misses = try node.values("misses") { miss throws(UnexpectedJSON) in
            Miss(name: try miss.value("name", \.string), stage: try miss.value("phase", ScriptStage.init))
        }
        early = try node.values("early", \.string)
        errors = try node.values("errors") { error throws(UnexpectedJSON) in
            Thrown(
                text: try error.value("text", \.string), line: try error.optional("line", \.integer),
                stage: try error.value("phase", ScriptStage.init))
        }
        unparsed = try node.values("unparsed") { text throws(UnexpectedJSON) in
            Unparsed(text: try text.value("text", \.string), error: try text.value("error", \.string))
        }
        read = try node.values("read", \.string)
        isListed = try node.value("listed", \.bool)
        isParsed = try node.value("parsed", \.bool)
        unrun = try node.values("unrun", \.string)
        console = try node.values("console", \.string)
        before = try node.values("before", Self.line)
        after = try node.values("after", Self.line)
    }

    private static func line(_ node: JSONNode) throws(UnexpectedJSON) -> [Piece]? {
        try node.elements?.map { piece throws(UnexpectedJSON) in
            Piece(
                text: try piece.value("text", \.string), block: try piece.optional("block", \.string),
                id: try piece.optional("id", \.string))
        }
    }
}

/// What scripts do.
package enum ScriptStage: String, Sendable {
    /// They run while the page is loaded.
    case load
    /// They run in or after the callback.
    case callback

    fileprivate init?(_ node: JSONNode) { self.init(rawValue: node.string ?? "") }
}

/// The reason why scripts could not be run to their end.
package enum ScriptFailure: Error, Equatable, Sendable {
    /// JavaScriptCore is not installed.
    case noEngine
    /// These calls would still have been possible, or the confinement failed with this error.
    case unconfined(String)
    /// They did not end within one second.
    case endless(ScriptStage)
    /// The child ended, as it does when scripts need more memory than they may.
    case ended(ScriptStage)
    /// The document failed in a way that is a fault of this program.
    case fault(String)
    /// The system could not start the child.
    case system(String)
}
