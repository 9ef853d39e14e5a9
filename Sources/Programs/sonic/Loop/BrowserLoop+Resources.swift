import Browser
import BrowserServices
import BrowserValues
import SonicProtocol
import SystemLibraries

/// What waits to be fetched or drawn, and what is in progress.
struct FetchQueue<Order: Hashable, Answer: Sendable> {
    private var orders: [(order: Order, reply: QueryReply<Answer>)] = []
    private var tasks: [Order: Task<Void, Never>] = [:]

    mutating func add(_ order: Order, _ reply: QueryReply<Answer>) { orders.append((order, reply)) }

    /// Starts as many as may run concurrently: three.
    mutating func start(_ task: (Order, QueryReply<Answer>) -> Task<Void, Never>) {
        while tasks.count < 3, !orders.isEmpty {
            let (order, reply) = orders.removeFirst()
            tasks[order] = task(order, reply)
        }
    }

    /// Removes a completed order. Returns false if it was cancelled before.
    mutating func end(_ order: Order) -> Bool { tasks.removeValue(forKey: order) != nil }

    /// Cancels those in progress, and removes those that wait.
    /// - Returns: The cancelled tasks, which end soon.
    @discardableResult mutating func forget() -> [Task<Void, Never>] {
        let given = Array(tasks.values)
        for task in given { task.cancel() }
        (orders, tasks) = ([], [:])
        return given
    }
}

// The style sheets of the current page and the pictures near the screen, a few at a time.
extension BrowserLoop {
    /// Fetches style sheets, as many as may be fetched now.
    func fetchStyles() {
        start(\.styles) { [self] order in
            let link = link(of: order.page)
            let bytes = await world.styles.fetch(order, listedIn: link, secretsOrigin: secretsOrigin)
            if bytes != nil { noteResource(order.url, of: order.page) }
            return bytes
        }
    }

    /// Draws pictures, as many as may be drawn now.
    func drawPictures() {
        start(\.pictures) { [self] order in
            pictureNumber &+= 1
            return await Self.report(
                order, numbered: pictureNumber, world.styles, link(of: order.page), secretsOrigin)
        }
    }

    /// Has the exchanges for parts of this account's pages reported.
    func reportParts() {
        world.own.report { [mailbox, account = world.account] cause, exchange in
            guard let page = cause.chain.first else { return }
            mailbox.post([.event(.partLoaded(exchange, of: page), account: account)])
        }
    }

    private func start<Order, Answer>(
        _ queue: ReferenceWritableKeyPath<BrowserLoop, FetchQueue<Order, Answer>>,
        _ fetch: @escaping @MainActor (Order) async -> Answer
    ) {
        self[keyPath: queue].start { order, reply in
            Task {
                guard !Task.isCancelled else { return }
                let answer = await fetch(order)
                // The account may have been switched since.
                guard !Task.isCancelled, self[keyPath: queue].end(order) else { return }
                receive(.event(reply.event(answer)))
                start(queue, fetch)
            }
        }
    }

    /// Cancels running and waiting fetches of style sheets and pictures.
    func forgetStyles() {
        pictures.forget()
        styles.forget()
    }

    private static func report(
        _ order: PictureOrder, numbered number: UInt16, _ fetcher: StyleFetcher, _ link: SonicLink?,
        _ origin: String?
    ) async -> PictureReport {
        let file: [UInt8]
        switch order.place {
        case .here(let bytes): file = bytes
        case .away(let reach, let mode):
            let wanted = StyleOrder(url: order.url, page: order.page, reach: reach, mode: mode)
            let bytes = await fetcher.fetch(wanted, as: .picture, listedIn: link, secretsOrigin: origin)
            guard let bytes else { return .failed }
            file = bytes
        }
        guard !Task.isCancelled, !file.isEmpty else { return .failed }
        let digest = Hashes.nettle.sha1(file)
        guard digest != order.known else { return .unchanged }
        switch await PictureDrawer().draw(file, in: order.size, as: order.form, number: number) {
        case .drawn(let picture, _): return .drawn(picture, of: digest)
        case let other: return other
        }
    }
}
