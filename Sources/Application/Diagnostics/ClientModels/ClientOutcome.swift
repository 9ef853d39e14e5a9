import SonicProtocol

/// What one of VasSonic's clients does with an answer.
public struct ClientOutcome: Sendable, Equatable {
    /// Which client.
    public let phone: ClientModel
    /// What the answer is to it.
    public var outcome: Outcome
    /// What stands on its screen afterwards.
    public var screen: Screen
    /// The page that it makes of the answer, on the screen or not: merged by its own rules, as it came, or the one
    /// it held. Nil where it makes none.
    public var page: [UInt8]?
    /// What becomes of its copy of the page.
    public var storage: Storage
    /// The error codes that the app is told, in order; statuses of HTTP among them.
    public var errors: [Int]
    /// What the page's script is told; nil where it is told nothing.
    public var callback: Callback?
    /// What decided, a sentence each, in order.
    public var notes: [String]
    /// Why its page is another than the server's; empty where nothing is known to make it so.
    public var causes: [String]

    /// What an answer is to a phone.
    public enum Outcome: String, Sendable {
        /// A page where none was held.
        case firstLoad
        /// The held page is current.
        case notModified
        /// Data for the held page.
        case dataUpdate
        /// A page in place of the held one.
        case templateChange
        /// Nothing it can use, with status 200.
        case refused
        /// Another status than 200 and 304.
        case httpError
        /// `cache-offline: http`.
        case switchedOff
        /// An answer that the app does not survive.
        case crash
        /// An answer it would not have been given, as it would have asked otherwise.
        case askedOtherwise
        /// Not known: the model ends here.
        case unknown
    }

    /// What stands on a phone's screen.
    public enum Screen: String, Sendable {
        /// Nothing.
        case empty
        /// The held page, as it was.
        case held
        /// The held page, which its script patches with the callback's data.
        case patched
        /// The answer's body as a page.
        case answer
        /// What the web view loads by itself, without Sonic.
        case webView
    }

    /// What becomes of a phone's copy of the page.
    public enum Storage: Sendable, Equatable {
        /// There was none, and there is none.
        case none
        /// It stays as it was.
        case kept
        /// The new page is stored.
        case stored
        /// The new page is stored and will be refused when it is opened, with the reason.
        case useless(String)
        /// It is removed.
        case dropped
        /// Sonic is off for six hours, and the copy is removed or waits.
        case switchedOff(dropped: Bool)
    }

    /// What a page's script is told.
    public struct Callback: Sendable, Equatable {
        /// What the answer came to for the page on the screen.
        public var code: Int
        /// What the answer was.
        public var srcCode: Int
        /// The data to patch with, in the order of the answer; nil where the codes are all.
        public var data: [Datum]?
    }

    /// A name in braces and what belongs there.
    public struct Datum: Sendable, Equatable {
        /// The name's bytes, braces included.
        public var key: [UInt8]
        /// The bytes in its place.
        var value: [UInt8]
    }

    /// What VasSonic's script for pages makes of the callback, 0 to 4: by `code` alone.
    public var sonicStatus: Int {
        switch callback?.code {
        case 1000: 1
        case 2000: 2
        case 200: 3
        case 304: 4
        default: 0
        }
    }
}

extension ClientOutcome {
    /// A reading in which nothing happened yet: the held page stays.
    init(_ phone: ClientModel, holds page: [UInt8]?) {
        self.phone = phone
        outcome = .refused
        screen = page == nil ? .empty : .held
        self.page = page
        storage = page == nil ? .none : .kept
        errors = []
        notes = []
        causes = []
    }

    /// The object as the page's script receives it, without what depends on the time and without `extra`; nil where
    /// it receives none. iOS tells the codes as texts.
    public var received: JSONValue? {
        guard let callback else { return nil }
        func number(_ code: Int) -> JSONValue {
            switch phone {
            case .ios: .string(String(code))
            case .android: .integer(code)
            }
        }
        var members: [JSONValue.Member] = []
        if let data = callback.data {
            let object = JSONValue.object(
                data.map { .init(Bytes.text($0.key), .string(Bytes.text($0.value))) })
            members.append(.init("result", .string(object.text())))
        }
        members.append(.init("code", number(callback.code)))
        members.append(.init("srcCode", number(callback.srcCode)))
        return .object(members)
    }
}
