import Browser

// The style sheets of the page in front, a few at a time.
extension BrowserLoop {
    func perform(_ effect: Effect.Resources) {
        switch effect {
        case .fetchStyle(let order):
            styleOrders.append(order)
            fetchStyles()
        case .drawPicture(let order): draw(order)
        }
    }

    /// Sends for as many of the style sheets that wait as may be on their way.
    func fetchStyles() {
        while styleTasks.count < Self.stylesAtATime, !styleOrders.isEmpty {
            let order = styleOrders.removeFirst()
            let (styles, origin) = (world.styles, secretsOrigin)
            styleTasks[order] = Task {
                let bytes = await styles.fetch(order, secretsOrigin: origin)
                guard !Task.isCancelled else { return }
                receive(.style(order, bytes))
            }
        }
    }

    /// Has the page laid out with a style sheet that came; without its bytes it could not be had.
    func handle(_ order: StyleOrder, _ bytes: [UInt8]?) {
        // Another account may have been gone over to since.
        guard styleTasks.removeValue(forKey: order) != nil else { return }
        handle(.resources(.styleFetched(order, bytes)))
        if bytes != nil { noteResource(order.url, of: order.page) }
        fetchStyles()
    }

    /// Gives up those on their way and those that wait, and so with pictures.
    func forgetStyles() {
        pictures.forget()
        for task in styleTasks.values { task.cancel() }
        (styleOrders, styleTasks) = ([], [:])
    }
}
