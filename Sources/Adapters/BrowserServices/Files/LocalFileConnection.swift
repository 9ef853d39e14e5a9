import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries

/// Answers `file:` addresses with files of this machine, and with lists of what is in folders. Who may open such an
/// address is decided elsewhere: no page from the network leads to one.
public struct LocalFileConnection: RegisteredConnection {
    /// The scheme of the addresses.
    public static let scheme = "file"

    /// The longest file that is shown, in bytes: as long as the largest page.
    private static let limit = SessionLimits().bodyBytes

    /// Such a connection.
    public init() {}

    /// The path of the file at an address; nil for an address of another kind, or of another machine.
    public static func path(of url: WebURL) -> String? {
        url.scheme == scheme && url.host.isEmpty ? text(ofPath: url) : nil
    }

    private static func text(ofPath url: WebURL) -> String {
        String(decoding: WebURL.percentDecoded(url.path), as: UTF8.self)
    }

    /// The name that screens show.
    public var name: ConnectionName { "files" }

    /// Whether the address is one of these.
    public func accepts(_ request: Request) async -> Bool { request.url.scheme == Self.scheme }

    /// Answers with the bytes, which are not stored: they are on the disk as they are. What cannot be read is answered
    /// with 404 and the reason.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseRelay.stream {
            let path = Self.text(ofPath: request.url)
            let fields = [HeaderField("Cache-Control", "no-store")]
            guard request.url.host.isEmpty else {
                return ResponseRelay([
                    .failed(.refused(by: "files", detail: "it is a file of another machine"))
                ])
            }
            if let entries = FolderPage.entries(of: path) {
                return .answer(
                    FolderPage.html(of: path, entries), type: "text/html; charset=utf-8", to: request,
                    fields: fields)
            }
            do throws(RegularFile.Refusal) {
                let bytes = try RegularFile(path).bytes(limit: Self.limit)
                return Self.answer(bytes, path, request, fields)
            } catch {
                return Self.refusal("\(path) cannot be read: \(error.reason)", request, fields)
            }
        }
    }

    /// The answer of a file, a packed text unpacked.
    private static func answer(
        _ bytes: [UInt8], _ path: String, _ request: Request, _ fields: [HeaderField]
    ) -> ResponseRelay {
        do throws(PackedText.Failure) {
            let text = try PackedText.content(of: bytes, named: path, limit: limit)
            let (name, shown) = (text?.name ?? path, text?.bytes ?? bytes)
            return .answer(shown, type: type(of: name, shown), to: request, fields: fields)
        } catch {
            return refusal("\(path) cannot be shown: \(error.reason)", request, fields)
        }
    }

    private static func refusal(_ words: String, _ request: Request, _ fields: [HeaderField]) -> ResponseRelay
    {
        .answer(
            Array((words + "\n").utf8), type: "text/plain; charset=utf-8", to: request, status: 404,
            reason: "Not Found", fields: fields)
    }

    /// The address of the file or folder at a whole path, which is in the system's bytes.
    public static func address(of path: [UInt8]) -> String { "file://" + FolderPage.address(path) }

    /// The type of a file by its name, and where that says nothing by its first bytes.
    private static func type(of path: String, _ bytes: [UInt8]) -> String {
        let name = path.lowercased()
        // The address of a packed text ends otherwise, and does not tell.
        if name.hasSuffix(".md") || name.hasSuffix(".markdown") { return "text/markdown" }
        let named = FileType.mediaType(of: path)
        guard named == "application/octet-stream" else { return named }
        let isText = FileType.isPage(path) == false
        return isText ? "text/plain" : SniffedType.mediaType(of: bytes, isWhole: true) ?? named
    }
}
