// PageLayout
