namespace Browser.Rigs;

/// <summary>The small rig with an alarm that nobody has acknowledged, and a page of its dashboard.</summary>
public sealed class AlarmedPage(ChromiumFixture browser) : SharedPage(browser)
{
    // No force is below it: the limit counts from the first sample on.
    private const string Definitions = """
        {"format":"telemetry-variables/1","station":"lab/rig1","limits":[
          {"variable":"servo1.force","kind":"upper","severity":"warning","value":-1000000,"unit":"kN"}]}
        """;

    private protected override DashboardRig StartRig() => new(definitions: Definitions);
}
