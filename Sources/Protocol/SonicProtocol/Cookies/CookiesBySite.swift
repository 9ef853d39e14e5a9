/// The cookies of a jar by the sites they belong to, so that one more costs what its own site has, however many there are
/// of others.
struct CookiesBySite: Sendable {
    /// A cookie with its place among those of one moment.
    private struct Entry: Sendable {
        let cookie: Cookie
        let serial: Int

        func isBefore(_ other: Entry) -> Bool {
            (cookie.created, serial) < (other.cookie.created, other.serial)
        }
    }

    /// The cookies of each site from the oldest to the newest; all of them in one list while no site can have too many,
    /// so that nobody is asked which site a host is of.
    private var lists: [String: [Entry]] = [:]
    /// Which site has the most; nil while all stand in one list.
    private var ranks: SiteRanks?
    /// The sites of domains, as far as they were asked for.
    private var sites: [String: String] = [:]
    /// How many there are.
    private var count = 0
    /// The number of the entry that came last.
    private var serial = 0
    /// The first moment at which one may be over; nil for none.
    private var soonestEnd: Instant?
    private let suffixes: PublicSuffixes

    /// These cookies without those that are too many of a site or of all. Cookies of one moment stay in the order of the
    /// list.
    init(_ cookies: [Cookie], suffixes: PublicSuffixes) {
        self.suffixes = suffixes
        let ordered = cookies.enumerated().sorted {
            ($0.element.created, $0.offset) < ($1.element.created, $1.offset)
        }
        put(ordered.map { Entry(cookie: $0.element, serial: $0.offset) })
        serial = cookies.count
        for site in lists.keys { trim(site, sparing: nil) }
        makeRoom(sparing: nil)
    }

    /// Every cookie, in the order in which they were first set.
    var cookies: [Cookie] {
        lists.values.joined().sorted { $0.isBefore($1) }.map(\.cookie)
    }

    /// Those that a host may have to do with, in the same order.
    func cookies(around url: WebURL) -> [Cookie] {
        guard ranks != nil else { return lists.values.joined().map(\.cookie) }
        let near = lists.filter { CookieMatch.host(of: url, isIn: $0.key) }.values
        return near.count == 1
            ? near.first!.map(\.cookie) : near.joined().sorted { $0.isBefore($1) }.map(\.cookie)
    }

    /// Those that are of one site with a domain, and perhaps others.
    mutating func cookies(near domain: String) -> [Cookie] {
        lists[site(of: domain)]?.map(\.cookie) ?? []
    }

    /// Adds a cookie behind those of its moment; others make room for it.
    mutating func insert(_ cookie: Cookie) {
        serial += 1
        let (entry, site) = (Entry(cookie: cookie, serial: serial), site(of: cookie.domain))
        let list = lists[site] ?? []
        let place = list.lastIndex { $0.cookie.created <= cookie.created }.map { $0 + 1 } ?? 0
        lists[site, default: []].insert(entry, at: place)
        count += 1
        note(cookie.expires)
        guard count > CookieJar.siteLimit else { return }
        if ranks == nil { put(lists.values.joined().sorted { $0.isBefore($1) }) } else { rank(site) }
        let own = self.site(of: cookie.domain)
        trim(own, sparing: serial)
        makeRoom(sparing: (own, serial))
        // Forgotten now and then, so that names met long ago do not gather.
        if sites.count > 2 * CookieJar.limit { sites = [:] }
    }

    /// Removes the cookie that another takes the place of; nil where there is none.
    mutating func remove(replacedBy cookie: Cookie) -> Cookie? {
        let site = site(of: cookie.domain)
        guard let place = lists[site]?.firstIndex(where: { $0.cookie.isReplaced(by: cookie) }) else {
            return nil
        }
        return remove(place, of: site)
    }

    /// Removes what is over. Costs nothing where none can be.
    mutating func removeExpired(_ now: Instant) {
        guard let soonestEnd, soonestEnd <= now else { return }
        put(lists.values.joined().filter { !$0.cookie.isExpired(now) }.sorted { $0.isBefore($1) })
    }

    /// Puts entries into empty lists, in their order.
    private mutating func put(_ entries: [Entry]) {
        lists = [:]
        count = entries.count
        soonestEnd = nil
        ranks = count > CookieJar.siteLimit ? SiteRanks() : nil
        for entry in entries {
            lists[site(of: entry.cookie.domain), default: []].append(entry)
            note(entry.cookie.expires)
        }
        for site in lists.keys { rank(site) }
    }

    private mutating func note(_ end: Instant?) {
        if let end { soonestEnd = min(soonestEnd ?? end, end) }
    }

    private mutating func site(of domain: String) -> String {
        guard ranks != nil else { return "" }
        if let known = sites[domain] { return known }
        let site = suffixes.site(of: domain)
        sites[domain] = site
        return site
    }

    private mutating func rank(_ site: String) {
        guard ranks != nil, let list = lists[site], let oldest = list.first else { return }
        ranks?.note(
            SiteRanks.Rank(
                size: list.count, created: oldest.cookie.created, serial: oldest.serial, site: site))
        if let ranks, ranks.count > 2 * lists.count + CookieJar.siteLimit {
            self.ranks = SiteRanks()
            for site in lists.keys { rank(site) }
        }
    }

    @discardableResult private mutating func remove(_ place: Int, of site: String) -> Cookie? {
        let removed = lists[site]?.remove(at: place).cookie
        count -= 1
        if lists[site]?.isEmpty ?? false { lists[site] = nil }
        rank(site)
        return removed
    }

    // MARK: Room

    /// Removes what is too much of a site.
    private mutating func trim(_ site: String, sparing serial: Int?) {
        guard ranks != nil else { return }
        while let list = lists[site], list.count > CookieJar.siteLimit,
            let place = Self.dispensable(list, sparing: serial)
        { remove(place, of: site) }
    }

    /// Removes what is too much of all from the sites that have the most. Where several have, the one of the spared cookie
    /// makes room, else the one whose cookies are the oldest.
    private mutating func makeRoom(sparing newest: (site: String, serial: Int)?) {
        while count > CookieJar.limit, var crowded = most() {
            if let newest, let own = lists[newest.site]?.count, own == crowded.size {
                if own > 1 {
                    crowded.site = newest.site
                } else if crowded.site == newest.site {
                    // All have one, and this one has just come.
                    ranks?.removeFirst()
                    guard let next = most() else { return }
                    rank(newest.site)
                    crowded = next
                }
            }
            guard let list = lists[crowded.site],
                let place = Self.dispensable(list, sparing: newest?.serial)
            else { return }
            remove(place, of: crowded.site)
        }
    }

    /// The site with the most cookies, of several the one whose cookies are the oldest.
    private mutating func most() -> SiteRanks.Rank? {
        while let rank = ranks?.first {
            if let list = lists[rank.site], list.count == rank.size, list.first?.serial == rank.serial {
                return rank
            }
            ranks?.removeFirst()
        }
        return nil
    }

    /// The place of the cookie that a site misses least: the oldest that is not Secure, else the oldest.
    private static func dispensable(_ list: [Entry], sparing serial: Int?) -> Int? {
        let others = list.indices.lazy.filter { list[$0].serial != serial }
        return others.first { !list[$0].cookie.demands.contains(.secure) } ?? others.first
    }
}
