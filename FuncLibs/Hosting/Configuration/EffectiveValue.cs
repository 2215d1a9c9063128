namespace FuncLibs.Hosting.Configuration;

/// <summary>One key of the effective configuration.</summary>
/// <param name="Key">The key.</param>
/// <param name="Text">Its value as it would be typed.</param>
/// <param name="Layer">Where it came from.</param>
public sealed record EffectiveValue(string Key, string Text, string Layer)
{
    /// <summary>`key = value  # layer`.</summary>
    public override string ToString() => $"{Key} = {Text}  # {Layer}";
}
