/// The bytes received on a connection, and how many of them libmicrohttpd may read: those before the first error, up to
/// the end of a request. An error is reported when everything before it has been answered.
struct RequestStream {
    /// What to do with received bytes.
    enum Decision: Equatable {
        /// Pass this number of them on.
        case pass(Int)
        /// Pass this number of them (possibly 0) on; the error after them is reported later by `answered`.
        case hold(passing: Int)
        /// Pass none on, and refuse the connection for this reason.
        case refuse(RequestFault)
        /// Pass none on, and cut the connection: a response is being sent, so no error response can be sent.
        case cut
        /// Pass none on: the connection was refused.
        case drop
    }

    private enum State {
        case open
        /// An error follows requests that are not answered yet.
        case faulty(RequestFault)
        case refused
    }

    private var scanner = RequestScanner()
    private var state = State.open
    /// The number of requests that were answered, or aborted.
    private var answers = 0
    /// Whether the response to a request is being sent.
    private var isAnswering = false
    /// The number of heads that libmicrohttpd has handled as requests.
    private var begun = 0

    /// Whether libmicrohttpd has the head of the current request.
    var isBegun: Bool { scanner.heads > scanner.requests && begun == scanner.heads }

    /// The method and the target of the last request begun, for display.
    var lastRequest: (method: String, target: String) { scanner.parts }

    /// Handles received bytes.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Decision {
        switch state {
        case .refused: return .drop
        case .faulty: return .hold(passing: 0)
        case .open: break
        }
        switch scanner.scan(bytes) {
        case .sound: return .pass(bytes.count)
        case .faulty(let fault, let count):
            guard scanner.requests > answers else {
                state = .refused
                return isAnswering ? .cut : .refuse(fault)
            }
            state = .faulty(fault)
            return .hold(passing: count)
        }
    }

    /// Removes the chunk extensions from the first `count` bytes of those received last, which may be ignored (RFC 9112
    /// §7.1.1): libmicrohttpd 1.0.1 leaves the line feed after one to be read with what follows. Returns the number of
    /// the bytes left.
    func removeExtensions(from bytes: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
        guard !scanner.extensions.isEmpty else { return count }
        var kept = 0
        var index = 0
        for range in scanner.extensions.filter({ $0.upperBound <= count }) + [count..<count] {
            let part = bytes[index..<range.lowerBound]
            UnsafeMutableRawBufferPointer(rebasing: bytes[kept...]).copyMemory(from: .init(rebasing: part))
            kept += part.count
            index = range.upperBound
        }
        return kept
    }

    /// Called when libmicrohttpd has read a head. Returns false if the head was not scanned here.
    mutating func begin() -> Bool {
        begun += 1
        return begun <= scanner.heads
    }

    /// Called when the response to a request is being sent.
    mutating func answering() { isAnswering = true }

    /// Called when a request was answered, or aborted. Returns the reason why the connection is to be refused now.
    mutating func answered() -> RequestFault? {
        answers += 1
        isAnswering = false
        guard case .faulty(let fault) = state, scanner.requests <= answers else { return nil }
        state = .refused
        return fault
    }
}

/// A syntax error in the bytes of a request, which is answered without the site; described in a sentence.
package enum RequestFault: String, Error, CaseIterable {
    case requestLine = "The first line is not a method, a target and an HTTP version."
    case version = "This server speaks HTTP/1.1 and HTTP/1.0."
    /// The target exceeds the memory for a head.
    case targetTooLong = "The request's target is too long."
    /// The fields, trailers included, exceed the memory for a head.
    case headTooLarge = "The request's header fields are too large."
    /// A line ends with a line feed alone.
    case lineFeed = "A line of the request ends with a line feed alone."
    case carriageReturn = "The request has a carriage return without a line feed."
    /// Another control character, NUL among them.
    case controlCharacter = "The request has a control character in a line."
    /// A line begins with a blank, which would continue the previous field (RFC 9112 §5.2).
    case foldedField =
        "A line of the request's header begins with white space; folded fields are not accepted."
    case noColon = "A line of the request's header has no colon."
    /// A field name is empty or not a token, for example because of a blank before the colon.
    case fieldName = "A header field of the request has a name that is not a token."
    case lengths = "The request has more than one Content-Length."
    case length = "The request's Content-Length is not a number."
    case bodyTooLong = "The request's Content-Length is larger than any body."
    case coding = "The request's Transfer-Encoding is not chunked."
    case lengthAndCoding = "The request has both Content-Length and Transfer-Encoding."
    /// A chunk has no size, an overlong line, or bytes after its end.
    case chunk = "The request's body is not in valid chunks."

    /// The error response.
    var response: ServerResponse {
        let page =
            switch self {
            case .version: ServerResponse.trouble(505, "HTTP version not supported", sentence)
            case .targetTooLong: ServerResponse.trouble(414, "URI too long", sentence)
            case .headTooLarge: ServerResponse.trouble(431, "Request header fields too large", sentence)
            case .bodyTooLong: ServerResponse.trouble(413, "Content too large", sentence)
            case .requestLine, .lineFeed, .carriageReturn, .controlCharacter, .foldedField, .noColon,
                .fieldName, .lengths, .length, .coding, .lengthAndCoding, .chunk:
                ServerResponse.badRequest(sentence)
            }
        return page.with("Connection", "close")
    }

    var sentence: String { rawValue }
}
