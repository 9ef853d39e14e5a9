import SonicProtocol

/// The handling of a response by one of VasSonic's clients.
public struct ClientOutcome: Sendable, Equatable {
    /// The client.
    public let client: ClientModel
    /// The kind of response, as the client sees it.
    public var outcome = Outcome.refused
    /// The content of its screen afterwards.
    public var screen: Screen
    /// The page that results, on the screen or not: merged by the client's rules, as received, or the stored one. Nil
    /// for none.
    public var page: [UInt8]?
    /// The effect on its copy of the page.
    public var storage: Storage
    /// The error codes reported to the app, in order; HTTP statuses included.
    public var errors: [Int] = []
    /// The callback to the page's script; nil for none.
    public var callback: Callback?
    /// The reasons, one sentence each, in order.
    public var notes: [String] = []
    /// The causes by which its page differs from the server's; empty if none is known.
    public var causes: [String] = []

    /// The kind of a response for a client.
    public enum Outcome: String, Sendable {
        /// A page, and none was stored.
        case firstLoad
        /// The stored page is up to date.
        case notModified
        /// Data for the stored page.
        case dataUpdate
        /// A page that replaces the stored one.
        case templateChange
        /// Nothing usable, with status 200.
        case refused
        /// A status other than 200 and 304.
        case httpError
        /// `cache-offline: http`.
        case switchedOff
        /// A response that crashes the app.
        case crash
        /// A response that it would not have received, as its request would have differed.
        case askedOtherwise
        /// Unknown: the model does not cover it.
        case unknown
    }

    /// The content of a client's screen.
    public enum Screen: String, Sendable {
        /// Nothing.
        case empty
        /// The stored page, unchanged.
        case held
        /// The stored page, which its script patches with the data of the callback.
        case patched
        /// The body of the response as a page.
        case answer
        /// A page that the web view loads itself, without Sonic.
        case webView
    }

    /// The effect on a client's copy of the page.
    public enum Storage: Sendable, Equatable {
        /// There was none, and there is none.
        case none
        /// It is unchanged.
        case kept
        /// The new page is stored.
        case stored
        /// The new page is stored but will be rejected when it is opened, for this reason.
        case useless(String)
        /// It is removed.
        case dropped
        /// Sonic is off for six hours, and the copy is removed or stays.
        case switchedOff(dropped: Bool)
    }

    /// The callback to a page's script.
    public struct Callback: Sendable, Equatable {
        /// The code for the page on the screen.
        public var code: Int
        /// The code of the response.
        public var srcCode: Int
        /// The data to patch, in the order of the response; nil if there are only codes.
        public var data: [Datum]?
    }

    /// A name in braces and its value.
    public struct Datum: Sendable, Equatable {
        /// The bytes of the name, including the braces.
        public var key: [UInt8]
        /// The bytes of the value.
        var value: [UInt8]
    }

    /// The status that VasSonic's page script derives from the callback, 0 to 4: by `code` alone.
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
    /// Creates an outcome before anything happened: the stored page stays.
    init(_ client: ClientModel, holds page: [UInt8]?) {
        self.client = client
        screen = page == nil ? .empty : .held
        self.page = page
        storage = page == nil ? .none : .kept
    }

    /// The object that the page's script receives, without `extra` and without time-dependent members; nil for none.
    /// iOS passes the codes as strings.
    public var received: JSONValue? {
        guard let callback else { return nil }
        func number(_ code: Int) -> JSONValue { client == .ios ? .string("\(code)") : .integer(code) }
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

    /// Sets the merged page and returns it; nil, with the reason, if the model does not follow the merge.
    mutating func merge(_ merge: ClientMerge) -> [UInt8]? {
        page = merge.merged()
        if page == nil {
            outcome = .unknown
            notes.append("the data refer to each other more often than this model follows")
        }
        return page
    }
}
