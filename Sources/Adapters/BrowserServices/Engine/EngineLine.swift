import SonicProtocol
import SonicSession

/// An input line of the engine (docs/reference/engine.md).
enum EngineLine: Sendable {
    /// Fetch a resource, or open a page.
    case request(EngineRequest)
    /// Cancel the request of this id.
    case cancel(EngineID)
}

/// One request of the input.
struct EngineRequest: Sendable {
    let id: EngineID
    var method = "GET"
    let url: WebURL
    var headers = Headers()
    var body: [UInt8] = []
    var cache = CacheMode.default
    var redirect = RedirectMode.follow
    var kind = Kind.fetch

    /// The kind of a request.
    enum Kind: Equatable, Sendable {
        /// An HTTP request through an HTTP cache.
        case fetch
        /// A Sonic session, of which only the outcome is reported.
        case session
        /// A Sonic session with its events.
        case reportedSession
    }
}

/// An error in an input line.
struct EngineMistake: Error, Equatable {
    /// The id of the request; nil if the line has none.
    var id: EngineID?
    /// The error, in words for the program's author.
    var message: String
}

extension EngineLine {
    /// Parses one line. An unknown member is an error, since it may be a misspelled one.
    init(_ bytes: [UInt8], domainToASCII: WebURL.DomainToASCII?) throws(EngineMistake) {
        let (node, problems) = JSONNode.read(bytes)
        guard let node, node.members != nil else {
            throw EngineMistake(
                message: "a line must be one JSON object" + (problems.first.map { ": \($0)" } ?? ""))
        }
        // An error of the id is thrown below, where the id is required.
        let known = node["id"].flatMap { node in try? EngineID(node, "id", words: "") }
        if let cancelled = node["cancel"] {
            guard node["id"] == nil, node.members?.count == 1 else {
                throw EngineMistake(id: known, message: "a line with “cancel” can have no other members")
            }
            let words = "takes the id of a request, a number or a string"
            self = .cancel(try EngineID(cancelled, "cancel", words: words))
            return
        }
        if let problem = problems.first { throw EngineMistake(id: known, message: "\(problem)") }
        guard let named = node["id"] else {
            throw EngineMistake(message: "“id” is missing; use a whole number or a string")
        }
        let id = try EngineID(named, "id", words: "must be a whole number or a string")
        do {
            self = .request(try EngineRequest(id, node, domainToASCII))
        } catch {
            throw EngineMistake(id: id, message: error.message)
        }
    }
}

extension EngineRequest {
    /// The valid members.
    private static let members = [
        "id", "url", "method", "headers", "body", "cache", "redirect", "sonic", "events",
    ]

    fileprivate init(
        _ id: EngineID, _ node: JSONNode, _ domainToASCII: WebURL.DomainToASCII?
    ) throws(EngineMistake) {
        self.id = id
        if let name = node.members?.first(where: { !Self.members.contains($0.name) })?.name {
            throw EngineMistake(
                message: "unknown member “\(name)”; a request has \(Self.members.joined(separator: ", "))")
        }
        url = try Self.url(node["url"], domainToASCII)
        method = try Self.method(node["method"])
        body = try Self.body(node["body"])
        headers = try Self.withoutLength(try Self.headers(node["headers"]), body)
        cache = try Self.cache(node["cache"])
        redirect = try Self.word(node["redirect"], "redirect") ?? .follow
        if try Self.flag(node["sonic"], "sonic") {
            kind = try Self.flag(node["events"], "events") ? .reportedSession : .session
        }
    }

    private static func cache(_ node: JSONNode?) throws(EngineMistake) -> CacheMode {
        guard let node, node.value != .null else { return .default }
        guard let mode = node.string.flatMap({ CacheMode(named: $0) }) else {
            throw EngineMistake(message: "“cache” takes \(CacheMode.names.joined(separator: ", "))")
        }
        return mode
    }

    private static func url(_ node: JSONNode?, _ domainToASCII: WebURL.DomainToASCII?) throws(EngineMistake)
        -> WebURL
    {
        guard let text = node?.string else {
            throw EngineMistake(message: "“url” is missing: an absolute address")
        }
        do {
            return try WebURL.parse(text, base: nil, domainToASCII: domainToASCII)
        } catch {
            throw EngineMistake(message: "“\(text)” is not a valid address: \(error)")
        }
    }

    /// Returns the method as Fetch normalizes it: the standard ones in upper case, others unchanged, except for those
    /// that Fetch forbids.
    private static func method(_ node: JSONNode?) throws(EngineMistake) -> String {
        guard let node, node.value != .null else { return "GET" }
        guard let text = node.string, HeaderField(text, "").isWellFormed else {
            throw EngineMistake(message: "“method” is not a valid method")
        }
        guard !["CONNECT", "TRACE", "TRACK"].contains(text.uppercased()) else {
            throw EngineMistake(message: "“\(text)” is not a method that is sent")
        }
        let usual = ["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]
        return usual.contains(text.uppercased()) ? text.uppercased() : text
    }

    private static func headers(_ node: JSONNode?) throws(EngineMistake) -> Headers {
        guard let node, node.value != .null else { return Headers() }
        guard let pairs = node.elements else {
            throw EngineMistake(message: "“headers” must be a list of [name, value]")
        }
        return Headers(
            try pairs.map { pair throws(EngineMistake) in
                guard let parts = pair.elements, parts.count == 2, let name = parts[0].string,
                    let value = parts[1].string
                else { throw EngineMistake(message: "“headers” must be a list of [name, value]") }
                guard let bytes = Bytes.bytes(ofLatin1: value) else {
                    throw EngineMistake(message: "a header value is written one character a byte: “\(name)”")
                }
                let field = HeaderField(nameBytes: name.utf8, valueBytes: bytes)
                guard field.isWellFormed else {
                    throw EngineMistake(message: "“\(name)” cannot be sent as a header")
                }
                return field
            })
    }

    /// Returns the headers without Content-Length, which is added when the request is sent. With a wrong length the
    /// server would parse a part of the body as another request, or the next request as a part of this one.
    private static func withoutLength(_ headers: Headers, _ body: [UInt8]) throws(EngineMistake) -> Headers {
        for field in headers.fields {
            if field.isNamed("transfer-encoding") {
                throw EngineMistake(message: "“\(field.name)” cannot be set: leave it out")
            }
            if field.isNamed("content-length"), field.value != "\(body.count)" {
                throw EngineMistake(
                    message:
                        "“\(field.name)” is not the body's length, \(body.count): leave it out, it is added")
            }
        }
        var others = headers
        others.remove("content-length")
        return others
    }

    private static func body(_ node: JSONNode?) throws(EngineMistake) -> [UInt8] {
        guard let node, node.value != .null else { return [] }
        guard let text = node.string, let bytes = Base64.bytes(text.utf8) else {
            throw EngineMistake(message: "“body” must be a base64 string or null")
        }
        return bytes
    }

    private static func word<Word: RawRepresentable & CaseIterable>(
        _ node: JSONNode?, _ name: String
    ) throws(EngineMistake) -> Word? where Word.RawValue == String {
        guard let node, node.value != .null else { return nil }
        guard let word = node.string.flatMap({ Word(rawValue: $0) }) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw EngineMistake(message: "“\(name)” must be one of \(known)")
        }
        return word
    }

    private static func flag(_ node: JSONNode?, _ name: String) throws(EngineMistake) -> Bool {
        guard let node, node.value != .null else { return false }
        guard let flag = node.bool else { throw EngineMistake(message: "“\(name)” must be true or false") }
        return flag
    }
}
