import ProgramArguments
import SonicProtocol

extension ManualPage {
    /// Names in VasSonic, on Apple's platforms and in software built on those, with what they are called here, for
    /// users who search for them. docs/reference/vassonic.md has all of them.
    static var foreignNames: [Part] {
        [
            .words(
                "VasSonic, Apple's platforms and libraries for them use other names for some things; "
                    + "docs/reference/vassonic.md has a row for each class, setting, header and callback.")
        ]
            + names + RequestCachePolicy.allCases.map(policy)
    }

    private static let names: [Part] = [
        .term(
            "AlamofireURLCache",
            "cache(maxAge:) is the setting max-age, its ignoreServer the setting ignore-server; refreshCache is the key R "
                + "and --force; clearCache is sonic cache remove; what autoClearCache removes, a response that does not match "
                + "its type, is never stored."),
        .term(
            "currentUserUniq, currentUserAccount",
            "The account, a part of each page's id: --account, the setting account, the key u."),
        .term(
            "IP direct connection (getHostDirectAddress, serverIP)",
            "--resolve, --hosts and the settings hosts and host-lists: they connect to another address; Host, the name of "
                + "TLS, cookies and cache stay those of the host."),
        .term(
            "WebView pool",
            "There is no web view to prepare. Pages can be loaded ahead of time: the key P and the setting preload."
        ),
        .term(
            "no-Chunked",
            "A request header that asks for a response without chunks. It is not sent, since chunks are read "
                + "as they arrive; -H 'no-Chunked: true' sends it."),
        .term(
            "cacheOfflineDisableTime, SONIC_UNAVAILABLE_TIME",
            "The setting sonic-off: how long cache-offline: http turns Sonic off, by default six hours."),
        .term(
            "cacheMaxDirectorySize, SONIC_CACHE_MAX_SIZE",
            "The settings cache-size and cache-pages; sonic cache usage shows their use."),
        .term(
            "resourcCacheMaxDirectorySize, SONIC_RESOURCE_CACHE_MAX_SIZE",
            "The setting resource-size; sonic cache usage shows its use."),
        .term("maxMemroyCacheItemCount", "The settings memory-pages and memory-size."),
        .term("maxUnStrictModeCacheSeconds, SONIC_CACHE_MAX_AGE", "The setting fresh-pages."),
    ]

    private static func policy(_ policy: RequestCachePolicy) -> Part {
        .term(
            policy.rawValue,
            "--cache-policy of get and dump, cache of sonic engine; as a mode of Fetch: \(CacheMode(policy).rawValue)."
        )
    }
}
