namespace FuncLibs.Hosting.Configuration;

/// <summary>One thing that is wrong with the configuration, as one line.</summary>
/// <param name="Key">The key, `Section:Key`, or the word of the command line.</param>
/// <param name="Layer">Where the value came from: <see cref="LayerNames"/> or a file.</param>
/// <param name="What">What is wrong, with the value.</param>
/// <param name="Allowed">What is allowed instead.</param>
public sealed record ConfigurationFault(string Key, string Layer, string What, string Allowed)
{
    /// <summary>`Section:Key (from command line): what is wrong; what is allowed`.</summary>
    public override string ToString() => $"{Key} (from {Layer}): {What}; {Allowed}";
}
