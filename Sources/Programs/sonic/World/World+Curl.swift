import SonicProtocol
import SystemLibraries
import Transport
import Workbench

// Connection settings as curl options.
extension World {
    /// The curl options that make its request take the same route as ours. Curl uses the proxies of the
    /// environment, too.
    var curlOptions: @Sendable (WebURL) -> [CurlOption] {
        let exceptions = connections.exceptions
        let transport = Self.transport(transport, file.settings, overrides)
        return { exceptions.curlOptions(for: $0) + Self.curlWords(transport($0), $0) }
    }

    private static func curlWords(_ configuration: TransportConfiguration, _ url: WebURL) -> [CurlOption] {
        var options: [CurlOption] = []
        if let place = configuration.connectTo {
            options.append(CurlOption("--connect-to", "\(url.host):\(url.effectivePort ?? 0):\(place)"))
        }
        switch configuration.proxy {
        case .environment: if url.isLoopback { options.append(CurlOption("--noproxy", "*")) }
        case .none: options.append(CurlOption("--noproxy", "*"))
        case .through(let proxy, let except, _):
            options.append(CurlOption("--proxy", proxy))
            if let except { options.append(CurlOption("--noproxy", except)) }
        }
        guard url.scheme == "https" else { return options }
        switch configuration.trust {
        case .system: break
        case .authorities(let path): options.append(CurlOption("--cacert", everywhere(path)))
        case .anyone: options.append(CurlOption("--insecure"))
        }
        if let certificate = configuration.clientCertificate {
            options.append(CurlOption("--cert", certificateName(certificate.path)))
            if let key = certificate.keyPath { options.append(CurlOption("--key", everywhere(key))) }
        }
        return options
    }

    /// Returns an absolute path.
    private static func everywhere(_ path: String) -> String { FilePath(path).real?.text ?? path }

    /// Returns the path of a certificate, in which curl interprets a colon as the start of the password.
    private static func certificateName(_ path: String) -> String {
        everywhere(path).replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    }
}
