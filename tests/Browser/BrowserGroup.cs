namespace Browser;

/// <summary>All tests of the project, one after the other: they share a browser, and two cores.</summary>
[CollectionDefinition(Name)]
public sealed class BrowserGroup : ICollectionFixture<ChromiumFixture>
{
    public const string Name = "browser";
}
