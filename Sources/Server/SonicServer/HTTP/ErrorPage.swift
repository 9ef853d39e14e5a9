import SonicProtocol

/// The short pages that report an error.
public enum ErrorPage {
    /// 400: the request is invalid.
    static func badRequest(_ sentence: String) -> ServerResponse {
        page(400, "Bad request", HTML.escaped(sentence))
    }

    /// 404: nothing is served at this path.
    static func notFound(_ path: String) -> ServerResponse {
        page(404, "Not found", "Nothing is served at \(HTML.escaped(path)).")
    }

    /// 403: it exists, but must not be read.
    static func forbidden(_ path: String) -> ServerResponse {
        page(403, "Forbidden", "The server may not read \(HTML.escaped(path)).")
    }

    /// 405: only GET and HEAD are supported here.
    static func methodNotAllowed(_ method: String) -> ServerResponse {
        page(
            405, "Method not allowed", "\(HTML.escaped(method)) is not supported; use GET or HEAD."
        ).with("Allow", "GET, HEAD")
    }

    /// 413: the request's body is larger than this server accepts.
    static func contentTooLarge(limit: Int) -> ServerResponse {
        page(413, "Content too large", "Request bodies may have up to \(limit) bytes.")
    }

    /// 500: the server failed.
    public static func serverError(_ reason: String) -> ServerResponse {
        page(500, "Server error", HTML.escaped(reason))
    }

    /// 503: the server has no resources for the request now.
    static func noRoom(_ sentence: String) -> ServerResponse {
        page(503, "Service unavailable", HTML.escaped(sentence)).with("Retry-After", "1")
    }

    /// Returns any other error page, with a sentence of plain text.
    public static func trouble(_ status: Int, _ title: String, _ sentence: String) -> ServerResponse {
        page(status, title, HTML.escaped(sentence))
    }

    private static func page(_ status: Int, _ title: String, _ sentence: String) -> ServerResponse {
        .html(
            """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(status) \(title)</title></head>
            <body>
            <h1>\(status) \(title)</h1>
            <p>\(sentence)</p>
            <p><a href="/">Start page</a></p>
            </body>
            </html>

            """, status: status)
    }
}

/// HTML escaping.
enum HTML {
    /// Returns text escaped for an element or a quoted attribute.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
