import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries

/// Responds to `file:` addresses with local files and listings of folders. Access to such addresses is decided
/// elsewhere: no page from the network can navigate to one.
public struct LocalFileConnection: RegisteredConnection {
    /// The scheme of local files.
    public static let scheme = "file"

    /// The maximum size of a displayed file in bytes: that of the largest page.
    private static let limit = SessionLimits().bodyBytes

    /// Creates the connection.
    public init() {}

    /// Returns the path of the file at an address; nil for other schemes and for other machines.
    public static func path(of url: WebURL) -> String? {
        url.scheme == scheme && url.host.isEmpty ? text(ofPath: url) : nil
    }

    private static func text(ofPath url: WebURL) -> String {
        String(decoding: WebURL.percentDecoded(url.path), as: UTF8.self)
    }

    /// The name for the screen.
    public var name: ConnectionName { "files" }

    /// Whether the URL has the scheme `file`.
    public func accepts(_ request: Request) async -> Bool { request.url.scheme == Self.scheme }

    /// Responds with the contents, which are not cached, since they are on the disk anyway. If a file cannot be read,
    /// the response is 404 with the reason.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseRelay.stream {
            let path = Self.text(ofPath: request.url)
            let fields = [HeaderField("Cache-Control", "no-store")]
            guard request.url.host.isEmpty else {
                return ResponseRelay([
                    .failed(.refused(by: "files", detail: "the file is on another machine"))
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

    /// Returns the response for a file; compressed text is decompressed.
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

    /// Returns the address of the file or folder at an absolute path, given as the system's bytes.
    public static func address(of path: [UInt8]) -> String { "file://" + FolderPage.address(path) }

    /// Returns the media type of a file by its name, or else by its first bytes.
    private static func type(of path: String, _ bytes: [UInt8]) -> String {
        let name = path.lowercased()
        // The address of compressed text has another ending.
        if name.hasSuffix(".md") || name.hasSuffix(".markdown") { return "text/markdown" }
        let named = FileType.mediaType(of: path)
        guard named == "application/octet-stream" else { return named }
        let isText = FileType.isPage(path) == false
        return isText ? "text/plain" : SniffedType.mediaType(of: bytes, isWhole: true) ?? named
    }
}
