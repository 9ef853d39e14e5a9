import Exchanges
import SonicProtocol

/// A posted form: its fields to be read, and its body as a text to be edited.
public struct PostedForm: Sendable {
    /// Names and values in order; a value that is no text is described.
    public let fields: [(name: String, value: String)]
    private let body: [UInt8]
    /// The body as text: marks stand for values that are no text, and lines end in a line feed.
    let text: [UInt8]
    /// The places of the values that are no text, and their marks.
    private var binaries: [(place: Range<Int>, mark: [UInt8])] = []
    /// Whether all lines of the body end in CRLF.
    private var hasNetworkLines = false

    /// Reads a body; nil if its headers do not declare a form, or it does not have the declared parts.
    public init?(_ body: [UInt8], _ headers: Headers) {
        self.body = body
        var scanner = ByteScanner(Array((headers.first("content-type") ?? "").utf8))
        let type = Bytes.trimmed(scanner.pass { $0 != UInt8(ascii: ";") })
        if Bytes.equalIgnoringCase(type, "application/x-www-form-urlencoded".utf8) {
            fields = FormFields(body).fields
            text = body
            return
        }
        guard Bytes.equalIgnoringCase(type, "multipart/form-data".utf8),
            let boundary = ContentDisposition.parameters(&scanner).first(where: { $0.name == "boundary" })?
                .value,
            let parts = Self.parts(of: body, boundary)
        else { return nil }
        var fields: [(name: String, value: String)] = []
        var (marked, end) = ([UInt8](), 0)
        for (number, part) in parts.enumerated() {
            let headers = Headers(behindFirstLineOf: Array(body[part.head]))
            let form = headers.first("content-disposition").flatMap { ContentDisposition($0) }
            let (value, size) = (Array(body[part.value]), "\(part.value.count) bytes")
            let shown = AnswerText.problem(of: value) == nil ? Bytes.text(value) : nil
            if shown == nil {
                let mark = Array("{part \(number + 1): \(size) as sent}".utf8)
                binaries.append((part.value, mark))
                marked += body[end..<part.value.lowerBound] + mark
                end = part.value.upperBound
            }
            let file = form?.fileName.map { "\($0), \(size)" }
            fields.append((form?.fieldName ?? "", file ?? shown ?? "\(size) that are not text"))
        }
        marked += body[end...]
        let plain = marked.filter { $0 != 0x0D }
        hasNetworkLines = Self.network(plain) == marked
        (self.fields, text) = (fields, hasNetworkLines ? plain : marked)
        // A mark that also stands elsewhere could not be told from its like.
        for (_, mark) in binaries {
            let finder = ByteFinder(mark)
            let first = finder.first(in: text.span) ?? 0
            guard finder.first(in: text.span, from: first + 1) == nil else { return nil }
        }
    }

    /// Returns the parts of a `multipart/form-data` body (RFC 2046 §5.1.1); nil if it is not complete.
    private static func parts(
        of body: [UInt8], _ boundary: [UInt8]
    ) -> [(head: Range<Int>, value: Range<Int>)]? {
        let delimiter = ByteFinder(Array("\r\n--".utf8) + boundary)
        let headEnd = ByteFinder("\r\n\r\n")
        // The first delimiter needs no line before it.
        var next: Int? =
            body.starts(with: Array("--".utf8) + boundary)
            ? delimiter.count - 2 : delimiter.first(in: body.span).map { $0 + delimiter.count }
        var parts: [(head: Range<Int>, value: Range<Int>)] = []
        while let start = next, !body[start...].starts(with: "--".utf8) {
            guard let end = delimiter.first(in: body.span, from: start),
                let head = headEnd.first(in: body.span, from: start, before: end)
            else { return nil }
            let value = head + headEnd.count
            parts.append((start..<value, value..<end))
            next = end + delimiter.count
        }
        return next == nil ? nil : parts
    }

    // MARK: Editing

    /// Returns the body that an edited text means.
    func body(of edited: [UInt8]) -> [UInt8] {
        guard edited != text else { return body }
        let edited = hasNetworkLines ? Self.network(edited.filter { $0 != 0x0D }) : edited
        let marks = binaries.compactMap { binary in
            ByteFinder(binary.mark).first(in: edited.span).map { (start: $0, binary: binary) }
        }
        var (result, end) = ([UInt8](), 0)
        for (start, binary) in marks.sorted(by: { $0.start < $1.start }) {
            result += edited[end..<start] + body[binary.place]
            end = start + binary.mark.count
        }
        return result + edited[end...]
    }

    /// Returns a text with CRLF for each line feed.
    private static func network(_ text: [UInt8]) -> [UInt8] {
        text.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    }
}
