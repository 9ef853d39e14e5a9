#if canImport(FoundationNetworking) || canImport(Darwin)
    import Foundation
    import SonicProtocol
    import SonicSession

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    extension Request {
        /// The request with the user name and password of its URL as an Authorization header (RFC 7617).
        var withAuthorization: Request {
            var request = self
            request.url = url.withoutCredentials.withoutFragment
            guard let typed = url.decodedCredentials, !headers.contains("authorization") else {
                return request
            }
            let token = Data("\(typed.user):\(typed.password)".utf8).base64EncodedString()
            request.headers.append("Authorization", "Basic \(token)")
            return request
        }

        /// The headers passed to URLSession: all except those that it sets itself.
        var fieldsHandedOn: [HeaderField] {
            headers.fields.filter { !$0.isNamed("accept-encoding") && !$0.isNamed("host") }
        }

        /// The head as passed to URLSession, which sends it in another order and adds its own headers.
        var headHandedOn: [UInt8] {
            let start = "\(method) \(url.requestTarget) HTTP/1.1\r\nHost: \(url.hostAndPort)\r\n"
            return Array(start.utf8) + fieldsHandedOn.flatMap(\.line) + "\r\n".utf8
        }
    }

    extension URLRequest {
        /// Converts a request for URLSession.
        /// - Throws: Why it cannot be sent: a header that would end its line, a scheme other than http and https, a URL
        ///   that Foundation parses differently, or a body with files.
        init(_ request: Request) throws(ConnectionFailure) {
            if let field = request.headers.fields.first(where: { !$0.isWellFormed }) {
                let detail = "the header “\(field.name)” cannot be sent"
                throw .other(code: URLError.unknown.rawValue, detail: detail)
            }
            guard request.url.isHTTP else { throw .unsupportedScheme(request.url.scheme) }
            guard let url = URL(string: request.url.href), url.absoluteString == request.url.href else {
                let detail = "Foundation cannot read the address \(request.url.href)"
                throw .other(code: URLError.badURL.rawValue, detail: detail)
            }
            self.init(url: url)
            httpMethod = request.method
            for field in request.fieldsHandedOn { addValue(field.value, forHTTPHeaderField: field.name) }
            guard let body = request.body.bytes else {
                throw .unsendable(detail: "URLSession is handed no bodies with files in them here")
            }
            if !body.isEmpty { httpBody = Data(body) }
        }
    }

    extension ResponseHead {
        /// Creates the head of a response from URLSession, with its fields sorted by name.
        init(_ response: HTTPURLResponse) {
            let fields = response.allHeaderFields.map { HeaderField("\($0.key)", "\($0.value)") }
            self.init(
                version: "HTTP", status: response.statusCode, reason: "",
                headers: Headers(fields.sorted { $0.name < $1.name }), raw: [])
        }
    }
#endif
