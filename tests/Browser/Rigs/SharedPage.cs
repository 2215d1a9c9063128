using Browser.Pages;

namespace Browser.Rigs;

/// <summary>
/// A rig and a page of its dashboard that the tests of a class share: starting them takes longer than most tests.
/// </summary>
public abstract class SharedPage(ChromiumFixture browser) : IAsyncLifetime
{
    private DashboardRig? _rig;
    private DashboardPage? _page;

    internal DashboardRig Rig => _rig ?? throw new InvalidOperationException("The rig was not started.");

    internal DashboardPage Page => _page ?? throw new InvalidOperationException("The page was not opened.");

    public async Task InitializeAsync()
    {
        _rig = StartRig();
        _page = await DashboardPage.Open(browser, _rig);
    }

    public async Task DisposeAsync()
    {
        if (_page is not null)
            await _page.DisposeAsync();
        _rig?.Dispose();
        StopSource();
    }

    /// <summary>The connector with its rig, and the monitor.</summary>
    private protected abstract DashboardRig StartRig();

    /// <summary>Ends what the connector was fed from; unless overridden, there is nothing.</summary>
    private protected virtual void StopSource()
    {
    }
}
