import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries

/// Responds to `file:` addresses with local files and listings of folders. Access to such addresses is decided
/// elsewhere: no page from the network can navigate to one.
public struct LocalFileConnection: RegisteredConnection {
    /// The maximum size of a displayed file in bytes: that of the largest page.
    private static let limit = SessionLimits().bodyBytes

    /// Creates the connection.
    public init() {}

    /// The name for the screen.
    public var name: ConnectionName { "files" }

    /// Whether the URL has the scheme `file`.
    public func accepts(_ request: Request) async -> Bool { request.url.scheme == FilePath.scheme }

    /// Responds with the contents, which are not cached, since they are on the disk anyway. If a file cannot be read,
    /// the request fails: there is no server that could respond.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseRelay.stream {
            guard let path = FilePath(request.url) else {
                return Self.refusal("the file is on another machine")
            }
            let fields = [HeaderField("Cache-Control", "no-store")]
            if let entries = FolderPage.entries(of: path) {
                return .answer(
                    FolderPage.html(of: path, entries), type: "text/html; charset=utf-8", to: request,
                    fields: fields)
            }
            do throws(RegularFile.Refusal) {
                let bytes = try RegularFile(path).bytes(limit: Self.limit)
                return Self.answer(bytes, path.text, request, fields)
            } catch {
                return Self.refusal("\(path.text) cannot be read: \(error.reason)")
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
            return refusal("\(path) cannot be shown: \(error.reason)")
        }
    }

    private static func refusal(_ words: String) -> ResponseRelay {
        ResponseRelay([.failed(.refused(by: "files", detail: words))])
    }

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
