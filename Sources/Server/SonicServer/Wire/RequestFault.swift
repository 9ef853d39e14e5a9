/// A syntax error in the bytes of a request, which is answered without the site.
package enum RequestFault: Error, Equatable, CaseIterable {
    /// The first line is not an HTTP request line.
    case requestLine
    /// The version is not HTTP/1.
    case version
    /// The target exceeds the memory for a head.
    case targetTooLong
    /// The fields, trailers included, exceed the memory for a head.
    case headTooLarge
    /// A line ends with a line feed alone.
    case lineFeed
    /// A carriage return without a line feed.
    case carriageReturn
    /// Another control character, NUL among them.
    case controlCharacter
    /// A line begins with a blank, which would continue the previous field (RFC 9112 §5.2).
    case foldedField
    /// A field line has no colon.
    case noColon
    /// A field name is empty or not a token, for example because of a blank before the colon.
    case fieldName
    /// More than one Content-Length.
    case lengths
    /// Content-Length is not a number.
    case length
    /// Content-Length exceeds any possible body.
    case bodyTooLong
    /// Transfer-Encoding is not chunked.
    case coding
    /// Both Content-Length and Transfer-Encoding.
    case lengthAndCoding
    /// A chunk has no size, an overlong line, or bytes after its end.
    case chunk

    /// The error response.
    var response: ServerResponse {
        let page =
            switch self {
            case .version: ErrorPage.trouble(505, "HTTP version not supported", sentence)
            case .targetTooLong: ErrorPage.trouble(414, "URI too long", sentence)
            case .headTooLarge: ErrorPage.trouble(431, "Request header fields too large", sentence)
            case .bodyTooLong: ErrorPage.trouble(413, "Content too large", sentence)
            case .requestLine, .lineFeed, .carriageReturn, .controlCharacter, .foldedField, .noColon,
                .fieldName, .lengths, .length, .coding, .lengthAndCoding, .chunk:
                ErrorPage.badRequest(sentence)
            }
        return page.with("Connection", "close")
    }

    /// A description, in a sentence.
    var sentence: String {
        switch self {
        case .requestLine: "The first line is not a method, a target and an HTTP version."
        case .version: "This server speaks HTTP/1.1 and HTTP/1.0."
        case .targetTooLong: "The request's target is too long."
        case .headTooLarge: "The request's header fields are too large."
        case .lineFeed: "A line of the request ends with a line feed alone."
        case .carriageReturn: "The request has a carriage return without a line feed."
        case .controlCharacter: "The request has a control character in a line."
        case .foldedField:
            "A line of the request's header begins with white space; folded fields are not accepted."
        case .noColon: "A line of the request's header has no colon."
        case .fieldName: "A header field of the request has a name that is not a token."
        case .lengths: "The request has more than one Content-Length."
        case .length: "The request's Content-Length is not a number."
        case .bodyTooLong: "The request's Content-Length is larger than any body."
        case .coding: "The request's Transfer-Encoding is not chunked."
        case .lengthAndCoding: "The request has both Content-Length and Transfer-Encoding."
        case .chunk: "The request's body is not in valid chunks."
        }
    }
}
