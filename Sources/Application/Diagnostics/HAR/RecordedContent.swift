import SonicProtocol

extension Exchange.Content {
    /// The body of a response: its text, the file that it names, or nothing where none belongs or nothing says that
    /// there was more.
    /// - Parameters:
    ///   - response: The response's object.
    ///   - head: Its head; nil where no response came.
    ///   - method: The request's method.
    ///   - isOwn: Whether this program recorded it: then a text is the bytes that came.
    ///   - file: The bytes of a file beside the recording, by its name; nil where it is not there.
    init(
        _ response: JSONNode, _ head: ResponseHead?, method: String, isOwn: Bool, _ file: (String) -> [UInt8]?
    ) {
        let content = response["content"]
        let isBodiless = head.map { Self.isBodiless($0.status, method) } ?? true
        if let content, content["text"]?.string != nil {
            do throws(RecordingMistake) {
                let bytes = try ByteContent.bytes(content)
                // A text that was emptied, where sizes tell of more, is not what the server sent.
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

    /// Whether nothing is lost where no body is recorded: none was sent, or nobody reads it.
    private static func isBodiless(_ status: Int, _ method: String) -> Bool {
        status < 200 || status == 204 || (300...399).contains(status) || method == "HEAD"
    }

    /// Whether a size or a remark tells of a body that had bytes.
    private static func statesBytes(_ response: JSONNode, _ head: ResponseHead?) -> Bool {
        let remark = response["content"]?["comment"]?.string ?? ""
        guard response["content"]?["size"]?.integer ?? 0 <= 0, remark.isEmpty else { return true }
        // Nothing at all has some bytes where it is compressed.
        guard let headers = head?.headers, !headers.contains("content-encoding") else { return false }
        let length = headers.first("content-length").flatMap { Int($0) }
        return [response["bodySize"]?.integer, length].contains { $0 ?? 0 > 0 }
    }
}
