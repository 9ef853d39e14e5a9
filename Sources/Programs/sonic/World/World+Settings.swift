import Browser
import Configuration
import HTML
import SonicProtocol
import SonicSession
import Transport

// What the configuration file says, turned into what the parts of the world take. The command line beats it.
extension World {
    /// What the command line says of what the file may say as well: that counts everywhere.
    struct Overrides: Sendable {
        let userAgent: Bool
        let proxy: Bool
        let timeout: Bool
        let certificate: Bool
        /// How long opening a page may take in all.
        let maxTime: Duration?
        /// The encoding that pages are read in; nil where it is left to the file.
        let encoding: ChosenEncoding?
        /// Whether all is kept in memory only, so that no site needs to be kept from the disk.
        let isPrivate: Bool

        init(_ arguments: Arguments, _ general: Choices) throws(Arguments.Mistake) {
            encoding = try arguments.encoding
            isPrivate = arguments.has(.isPrivate) || general.isPrivate
            userAgent = arguments.value(.userAgent) != nil
            proxy = arguments.value(.proxy) != nil
            timeout = arguments.value(.timeout) != nil
            certificate = arguments.value(.certificate) != nil
            // What is no number is told where the transport is made.
            maxTime = arguments.value(.maxTime).flatMap { Int($0) }.map { .seconds($0) }
        }

        /// What counts for an address: of what the command line says the file says nothing.
        func choices(for url: WebURL, _ settings: Settings) -> Choices {
            var choices = settings.choices(for: url)
            if userAgent { choices.userAgent = nil }
            if proxy { choices.proxy = nil }
            if certificate { choices.clientCertificate = nil }
            if let maxTime { choices.maxTime = maxTime }
            if isPrivate || choices.isPrivate { choices.preload = .off }
            if isPrivate { choices.isPrivate = false }
            switch encoding {
            case .automatic: choices.encoding = nil
            case .encoding(let encoding): choices.encoding = encoding
            case nil: break
            }
            return choices
        }
    }

    /// What sessions are to know of single sites.
    var terms: @Sendable (WebURL) -> SiteTerms {
        Self.terms(file.settings, overrides, connections.exceptions)
    }

    /// What these settings say to sessions.
    static func terms(
        _ settings: Settings, _ overrides: Overrides, _ exceptions: OriginExceptions
    ) -> @Sendable (WebURL) -> SiteTerms {
        { url in
            let choices = overrides.choices(for: url, settings)
            var terms = SiteTerms(
                product: choices.userAgent, headers: choices.requestHeaders,
                responseHeaders: choices.responseHeaders, identity: choices.identity,
                isPrivate: choices.isPrivate,
                localServer: choices.comparesHere ? .on : .off, freshPages: Int64(choices.freshPages),
                lifetime: choices.lifetime, isStored: choices.stores, retries: choices.retries,
                timeLimit: choices.maxTime,
                exception: exceptions.exception(at: url, choices), secretHeaders: choices.secrets)
            terms.sonicOff = Int64(choices.sonicOff)
            return terms
        }
    }

    /// What connections are to know of single sites.
    static func adjustment(_ settings: Settings, _ overrides: Overrides) -> TransportConfiguration.Adjustment
    {
        { configuration, url in
            let choices = overrides.choices(for: url, settings)
            if let proxy = choices.proxy {
                configuration.proxy = proxy.isEmpty ? .none : .through(url: proxy, by: .setting)
            }
            if let path = choices.clientCertificate {
                configuration.clientCertificate = ClientCertificate(path: path, keyPath: choices.clientKey)
            }
            configuration.limits.whole = choices.maxTime
            if !overrides.timeout {
                configuration.limits.resolving = choices.resolvingTimeout
                configuration.limits.connecting = choices.connectingTimeout
                configuration.limits.securing = choices.securingTimeout
                configuration.limits.waiting = choices.waitingTimeout
                configuration.limits.stalled = choices.silenceTimeout
            }
            // Addresses are the map's (`Connections`), which passes over a dead one.
            let name = choices.name(inPlaceOf: url)
            configuration.connectTo = name.flatMap { HostAddress($0) == nil ? $0 : nil }
        }
    }

    /// Which pages are one page, those under an exception apart; nil lets the address decide.
    static func identity(
        _ url: WebURL, _ settings: Settings, _ exceptions: OriginExceptions
    ) -> PageIdentity? {
        let choices = settings.choices(for: url)
        guard let exception = exceptions.exception(at: url, choices) else { return choices.identity }
        return (choices.identity ?? PageIdentity(for: url)).apart(by: exception)
    }

    /// What the screen is to know of the file.
    var settings: BrowserSettings {
        let settings = file.settings
        let overrides = overrides
        let exceptions = connections.exceptions
        var known = BrowserSettings { overrides.choices(for: $0, settings) }
        known.general = settings.general
        known.keys = file.keys
        known.styleSheets = file.sheets.sheets
        if case .some = overrides.encoding { known.encodingOrigin = .option }
        known.identity = { Self.identity($0, settings, exceptions) }
        return known
    }

    /// Reads the configuration file again if it changed, for the pages that are opened from now on; says whether
    /// it did. What counts at the start stays as it is.
    mutating func refresh() -> Bool {
        guard file.refresh() else { return false }
        follow()
        return true
    }

    /// Gives a setting a value for this run.
    mutating func apply(_ change: SettingChange) throws(ConfigurationFile.Failure) {
        try file.apply(change)
        follow()
    }

    /// Has everything go by the settings.
    private mutating func follow() {
        connection.adjust(by: Self.adjustment(file.settings, overrides))
        own.follow(file.settings)
        // What was begun ahead was begun under other terms.
        pool = SessionPool(engine)
    }

    /// Tells on standard error, where no screen can, what is wrong with the file and that anybody is believed.
    func printWarnings() {
        for mistake in file.mistakes { Console.complain(mistake.line) }
        if isInsecure { Console.complain("--insecure: any certificate is accepted") }
    }

    /// Says why cookies that came are gone when the program ends, where that is not meant.
    func reportCookieFailure() async {
        guard let trouble = await own.sessions.persistedCookies.trouble else { return }
        Console.complain("\(trouble)")
    }
}
