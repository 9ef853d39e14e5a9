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

    /// The name that screens show.
    public var name: ConnectionName { "files" }

    /// Whether the address is one of these.
    public func accepts(_ request: Request) async -> Bool { request.url.scheme == Self.scheme }

    /// Answers with the bytes, which are not stored: they are on the disk as they are. What cannot be read is answered
    /// with 404 and the reason.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseRelay.stream {
            let path = String(decoding: WebURL.percentDecoded(request.url.path), as: UTF8.self)
            let fields = [HeaderField("Cache-Control", "no-store")]
            guard request.url.host.isEmpty else {
                return ResponseRelay([
                    .failed(.refused(by: "files", detail: "it names a file of another machine"))
                ])
            }
            if let entries = FolderPage.entries(of: path) {
                return .answer(
                    FolderPage.html(of: path, entries), type: "text/html; charset=utf-8", to: request,
                    fields: fields)
            }
            do throws(RegularFile.Refusal) {
                let bytes = try RegularFile(path).bytes(limit: Self.limit)
                return .answer(bytes, type: Self.type(of: path, bytes), to: request, fields: fields)
            } catch {
                return .answer(
                    Array("\(path) cannot be read: \(error.reason)\n".utf8),
                    type: "text/plain; charset=utf-8", to: request, status: 404, reason: "Not Found",
                    fields: fields)
            }
        }
    }

    /// The address of the file or folder at a whole path, which is in the system's bytes.
    public static func address(of path: [UInt8]) -> String { "file://" + FolderPage.address(path) }

    /// The type of a file by its name, and where that says nothing by its first bytes.
    private static func type(of path: String, _ bytes: [UInt8]) -> String {
        let named = FileType.mediaType(of: path)
        guard named == "application/octet-stream" else { return named }
        let isText = FileType.isPage(path) == false
        return isText ? "text/plain" : SniffedType.mediaType(of: bytes, isWhole: true) ?? named
    }
}
