import Browser
import BrowserValues
import Configuration
import HTML
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport
import Workbench

// Converts the configuration file to the settings of sessions and connections. The command line takes precedence.
extension World {
    /// The command-line options that override settings of the file, for every address.
    struct Overrides: Sendable {
        let userAgent: Bool
        let proxy: String?
        let timeout: Duration?
        let certificate: ClientCertificate?
        /// The time limit for opening a page in total.
        let maxTime: Duration?
        /// The encoding of pages; nil to use the file's.
        let encoding: ChosenEncoding?
        /// Whether everything is stored in memory only, so that sites need not be private individually.
        let isPrivate: Bool

        init(_ arguments: Arguments, _ general: Choices) throws(CommandFailure) {
            encoding = try arguments.encoding
            isPrivate = arguments.has(.isPrivate) || general[Settings.isPrivate]
            userAgent = arguments.value(.userAgent) != nil
            proxy = arguments.value(.proxy)
            timeout = try arguments.number(.timeout, in: 1...86_400).map { .seconds($0) }
            maxTime = try arguments.number(.maxTime, in: 1...86_400).map { .seconds($0) }
            let key = try World.readable(.certificateKey, arguments)
            certificate = try World.readable(.certificate, arguments).map {
                ClientCertificate(path: $0, keyPath: key)
            }
            if certificate == nil, key != nil {
                throw .init(message: "--key requires a certificate: --cert FILE")
            }
        }

        /// Returns the choices for an address.
        func choices(for url: WebURL, _ settings: Settings) -> Choices {
            var choices = settings.choices(for: url)
            if userAgent { choices[Settings.userAgent] = nil }
            if let proxy { choices[Settings.proxy] = proxy }
            if let certificate {
                choices[Settings.clientCertificate] = certificate.path
                choices[Settings.clientKey] = certificate.keyPath
            }
            if let timeout {
                choices[Settings.connectTimeout] = timeout
                choices[Settings.silenceTimeout] = timeout
            }
            if let maxTime { choices[Settings.maxTime] = maxTime }
            if isPrivate || choices[Settings.isPrivate] { choices[Settings.preload] = .off }
            if isPrivate { choices[Settings.isPrivate] = false }
            switch encoding {
            case .automatic: choices[Settings.encoding] = nil
            case .encoding(let encoding): choices[Settings.encoding] = encoding
            case nil: break
            }
            return choices
        }
    }

    /// The terms of single sites for sessions.
    var terms: @Sendable (WebURL) -> SiteTerms {
        Self.terms(file.settings, overrides, connections.exceptions)
    }

    /// Returns the terms in these settings.
    static func terms(
        _ settings: Settings, _ overrides: Overrides, _ exceptions: OriginExceptions
    ) -> @Sendable (WebURL) -> SiteTerms {
        { url in
            let choices = overrides.choices(for: url, settings)
            var terms = choices.terms
            terms.exception = exceptions.exception(at: url, choices)
            if url.origin.map({ exceptions.accepted[$0] != nil }) ?? false {
                terms.headers.removeAll(where: terms.secretHeaders.contains)
            }
            return terms
        }
    }

    /// Returns the configuration of connections to a URL, which the choices for it complete.
    static func transport(
        _ shared: TransportConfiguration, _ settings: Settings, _ overrides: Overrides
    ) -> @Sendable (WebURL) -> TransportConfiguration {
        { url in
            let choices = overrides.choices(for: url, settings)
            var configuration = shared
            if let proxy = choices[Settings.proxy] {
                let source = overrides.proxy == nil ? Proxy.Source.setting : .option
                configuration.proxy = proxy.isEmpty ? .none : .through(url: proxy, by: source)
            }
            configuration.clientCertificate = choices[Settings.clientCertificate].map {
                ClientCertificate(path: $0, keyPath: choices[Settings.clientKey])
            }
            configuration.limits = TimeLimits(
                connecting: choices[Settings.connectTimeout], silence: choices[Settings.silenceTimeout],
                whole: choices[Settings.maxTime])
            // The map of hosts (`Connections`) handles addresses, and skips dead ones.
            let name = choices.name(inPlaceOf: url)
            configuration.connectTo = name.flatMap { HostAddress($0) == nil ? $0 : nil }
            return configuration
        }
    }

    /// Returns the identity of pages, which is separate under an exception; nil for the default of the address.
    static func identity(
        _ url: WebURL, _ settings: Settings, _ exceptions: OriginExceptions
    ) -> PageIdentity? {
        let choices = settings.choices(for: url)
        guard let exception = exceptions.exception(at: url, choices) else { return choices.identity }
        return (choices.identity ?? PageIdentity(for: url)).apart(by: exception)
    }

    /// The settings for the screen.
    var settings: BrowserSettings {
        let settings = file.settings
        let overrides = overrides
        let exceptions = connections.exceptions
        var known = BrowserSettings { overrides.choices(for: $0, settings) }
        known.general = settings.general
        known.styleSheets = file.sheets.sheets
        if case .some = overrides.encoding { known.encodingOrigin = .option }
        known.identity = { Self.identity($0, settings, exceptions) }
        return known
    }

    /// Reads the configuration file again if it has changed, for pages opened from now on; returns whether it
    /// has. Settings that take effect at the start do not change.
    mutating func refresh() -> Bool {
        guard file.refresh() else { return false }
        follow()
        return true
    }

    /// Sets a value for this run.
    mutating func apply(_ change: SettingChange) throws(CommandFailure) {
        try file.apply(change)
        follow()
    }

    /// Accepts a certificate of an origin without verification, for this run. The passwords that are known so far are not
    /// sent to its server.
    mutating func accept(certificate sha256: String, of origin: String) {
        transport.accepted[origin] = sha256
        connection.use(nil, for: origin)
        follow()
    }

    /// Applies the settings everywhere.
    private mutating func follow() {
        connection.configure(Self.transport(transport, file.settings, overrides))
        own.follow(file.settings, transport.accepted)
        // Prefetches were started under other terms.
        pool = SessionPool(engine)
    }

    /// Reports errors in the file, and that any certificate is accepted, on standard error, for commands
    /// without a screen.
    func printWarnings() {
        for mistake in file.mistakes { Console.complain(mistake.line) }
        if isInsecure { Console.complain("--insecure: any certificate is accepted") }
    }

    /// Reports why received cookies are lost when the program ends, unless that is intended.
    func reportCookieFailure() async {
        guard let trouble = await own.sessions.persistedCookies.trouble else { return }
        Console.complain("\(trouble)")
    }

    // Connection settings as curl options.

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
