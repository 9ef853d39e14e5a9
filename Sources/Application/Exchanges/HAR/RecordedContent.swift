import SonicProtocol

extension Exchange.Content {
    /// Reads the body of a response: its text, the file that it names, or nothing if there should be none or nothing
    /// indicates more.
    /// - Parameters:
    ///   - response: The response's object.
    ///   - head: The status line and headers; nil if there was no response.
    ///   - method: The request's method.
    ///   - isOwn: Whether this program recorded it, so that text is the original bytes.
    ///   - file: Returns the bytes of a file next to the recording by name; nil if it does not exist.
    init(
        _ response: JSONNode, _ head: ResponseHead?, method: String, isOwn: Bool, _ file: (String) -> [UInt8]?
    ) {
        let content = response["content"]
        let isBodiless = head.map { Self.isBodiless($0.status, method) } ?? true
        if let content, content["text"]?.string != nil {
            do throws(RecordingMistake) {
                let bytes = try ByteContent.bytes(content)
                // An emptied text, while a size indicates more, is not what the server sent.
                let isEmptied = bytes.isEmpty && !isBodiless && Self.statesBytes(response, head)
                let isExact = isOwn || bytes.isEmpty || content["encoding"]?.string?.lowercased() == "base64"
                self = isEmptied ? .missing("") : isExact ? .bytes(bytes) : .text(bytes)
            } catch {
                self = .missing(error.problem.message)
            }
        } else if let name = content?["_file"]?.string {
            self =
                file(name).map { .bytes($0) } ?? .missing("the file “\(name)” is not next to the recording")
        } else if isBodiless {
            self = .bytes([])
        } else if content?["size"]?.integer == 0, !Self.statesBytes(response, head) {
            self = .bytes([])
        } else {
            self = .missing("")
        }
    }

    /// Whether nothing is lost without a recorded body, since none was sent.
    private static func isBodiless(_ status: Int, _ method: String) -> Bool {
        status < 200 || status == 204 || status == 304 || method == "HEAD"
    }

    /// Whether a size or a comment indicates a body with bytes.
    private static func statesBytes(_ response: JSONNode, _ head: ResponseHead?) -> Bool {
        let remark = response["content"]?["comment"]?.string ?? ""
        guard response["content"]?["size"]?.integer ?? 0 <= 0, remark.isEmpty else { return true }
        guard let headers = head?.headers else { return false }
        // An empty body has some twenty bytes when it is compressed.
        let least = headers.contains("content-encoding") ? 64 : 0
        let length = headers.first("content-length").flatMap { Int($0) }
        return [response["bodySize"]?.integer, length].contains { $0 ?? 0 > least }
    }
}
