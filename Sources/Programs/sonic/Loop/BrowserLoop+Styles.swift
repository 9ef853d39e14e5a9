import Browser
import BrowserValues

// The style sheets of the current page, a few at a time.
extension BrowserLoop {
    func perform(_ effect: Effect.Resources) {
        switch effect {
        case .fetchStyle(let order):
            styleOrders.append(order)
            fetchStyles()
        case .drawPicture(let order): draw(order)
        }
    }

    /// Fetches as many of the waiting style sheets as the limit of concurrent fetches allows.
    func fetchStyles() {
        while styleTasks.count < Self.stylesAtATime, !styleOrders.isEmpty {
            let order = styleOrders.removeFirst()
            let (styles, origin) = (world.styles, secretsOrigin)
            let link = link(of: order.page)
            styleTasks[order] = Task {
                let bytes = await styles.fetch(order, listedIn: link, secretsOrigin: origin)
                guard !Task.isCancelled else { return }
                receive(.style(order, bytes))
            }
        }
    }

    /// Lays the page out with a style sheet that was received; without bytes, it could not be fetched.
    func handle(_ order: StyleOrder, _ bytes: [UInt8]?) {
        // The account may have been switched since.
        guard styleTasks.removeValue(forKey: order) != nil else { return }
        handle(.resources(.styleFetched(order, bytes)))
        if bytes != nil { noteResource(order.url, of: order.page) }
        fetchStyles()
    }

    /// Cancels running and waiting fetches of style sheets and pictures.
    func forgetStyles() {
        pictures.forget()
        for task in styleTasks.values { task.cancel() }
        (styleOrders, styleTasks) = ([], [:])
    }
}
