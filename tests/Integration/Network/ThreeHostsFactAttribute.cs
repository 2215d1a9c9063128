using Testing.Networks;

namespace Integration.Network;

/// <summary>A fact that needs hosts of its own; where there can be none it is skipped, and says why.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ThreeHostsFactAttribute : FactAttribute
{
    public ThreeHostsFactAttribute() => Skip = NetworkLab.Missing;
}
