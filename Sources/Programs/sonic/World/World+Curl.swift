import Configuration
import Diagnostics
import Glibc
import SonicProtocol
import SystemLibraries
import Transport

// How connections are made, in curl's words.
extension World {
    /// What curl is to be told, so that its request goes the way of ours. The environment's proxies are curl's own as
    /// well.
    var curlOptions: @Sendable (WebURL) -> [CurlOption] {
        let exceptions = connections.exceptions
        let transport: TransportConfiguration
        do throws(Arguments.Mistake) {
            transport = try Self.transport(arguments, file.settings, overrides)
        } catch {
            // A file that an option names is gone since the start.
            return { exceptions.curlOptions(for: $0) }
        }
        return { url in
            var configuration = transport
            transport.adjustment?(&configuration, url)
            return exceptions.curlOptions(for: url) + Self.curlWords(configuration, url)
        }
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

    /// A path that holds from every folder.
    private static func everywhere(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The same of a certificate: to curl a colon in it begins the password.
    private static func certificateName(_ path: String) -> String {
        everywhere(path).replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    }
}

extension OriginExceptions {
    /// Where connections for an address go in place of where DNS says, as `--resolve`, or with another port as
    /// `--connect-to`.
    func curlOptions(for url: WebURL) -> [CurlOption] {
        guard let address = place(of: url) else { return [] }
        let place = "\(url.host):\(url.effectivePort ?? 0)"
        guard let port = address.port, port != url.effectivePort else {
            return [CurlOption("--resolve", "\(place):\(address.address)")]
        }
        return [CurlOption("--connect-to", "\(place):\(address.address):\(port)")]
    }
}
