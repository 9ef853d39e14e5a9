import Exchanges
import SonicProtocol
import TestSupport
import Testing

@testable import Workbench

/// Forms that were posted, as fields and as text.
@Suite struct PostedFormTests {
    private static let boundary = "----edge"

    private static func headers(_ type: String) -> Headers { Headers([HeaderField("Content-Type", type)]) }

    private static func multipart(_ parts: [(head: String, value: [UInt8])]) -> [UInt8] {
        parts.flatMap { part in
            Array("--\(boundary)\r\nContent-Disposition: form-data; \(part.head)\r\n\r\n".utf8) + part.value
                + "\r\n".utf8
        } + "--\(boundary)--\r\n".utf8
    }

    private static let photo: [UInt8] = [0xFF, 0xD8, 0, 0x0A, 0x0D, 0x0A, 0x1B, 0x5B]

    private static func request(_ body: [UInt8]) -> Request {
        Request(
            method: "POST", url: WebURL("http://a.example/order")!,
            headers: headers("multipart/form-data; boundary=\(boundary)"), body: body)
    }

    private static let order = request(
        multipart([
            ("name=\"dish\"", Array("soup\r\nand bread".utf8)),
            ("name=\"picture\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg", photo),
            ("name=\"menu\"; filename=\"m.txt\"\r\nContent-Type: text/plain", Array("tea".utf8)),
        ]))

    @Test func `fields have their names and values, and files are described`() throws {
        let form = try #require(Self.order.form)
        #expect(form.fields.map(\.name) == ["dish", "picture", "menu"])
        #expect(
            form.fields.map(\.value)
                == ["soup\r\nand bread", "a.jpg, 8 bytes", "m.txt, 3 bytes"])
        let encoded = PostedForm(
            Array("dish=soup+%C3%A0&table=".utf8), Self.headers("application/x-www-form-urlencoded"))
        #expect(encoded?.fields.map(\.name) == ["dish", "table"])
        #expect(encoded?.fields.map(\.value) == ["soup à", ""])
        #expect(PostedForm(Array("a=1".utf8), Self.headers("text/plain")) == nil)
    }

    @Test func `an unedited text is the same body, and an edited one keeps what is no text`() throws {
        let text = Self.order.editableText
        #expect(
            text.contains("{part 2: 8 bytes as sent}") && !text.contains("\r") && !text.contains("\u{1B}"))
        #expect(try Self.order.edited(text) == Self.order)
        let edited = try Self.order.edited(text.replacing("soup", with: "pie"))
        let original = try #require(Self.order.body.bytes)
        let place = try #require(original.firstRange(of: Array("soup".utf8)))
        let expected = Array(original[..<place.lowerBound]) + "pie".utf8 + original[place.upperBound...]
        #expect(edited.body.bytes == expected)
        // What is typed in the place of a mark replaces the bytes.
        let typed = try Self.order.edited(text.replacing("{part 2: 8 bytes as sent}", with: "none"))
        #expect(typed.form?.fields[1].value == "a.jpg, 4 bytes")
    }

    @Test func `a body that is not the declared form is shown as any other`() {
        let whole = Self.order.body.bytes ?? []
        for count in [0, 5, 40, whole.count / 2, whole.count - 6] {
            #expect(Self.request(Array(whole.prefix(count))).form == nil, "\(count)")
        }
        let mark = Array("{part 2: 2 bytes as sent}".utf8)
        let twice = Self.request(Self.multipart([("name=a", mark), ("name=b", [0, 1])]))
        #expect(twice.form == nil && twice.editableText.contains("# body: as it came"))
    }

    @Test(arguments: 0..<200) func `any bytes give a form or none, and the same body back`(seed: Int) throws {
        let whole = Self.order.body.bytes ?? []
        var body = whole
        for step in 0..<4 {
            body[(seed * 37 + step * 101) % body.count] = UInt8(truncatingIfNeeded: seed &* 7 + step)
        }
        let request = Self.request(body)
        #expect(try request.edited(request.editableText).body == request.body)
    }
}
