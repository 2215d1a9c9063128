namespace FuncLibs.Hosting.Schema;

/// <summary>
/// Marks an option whose value is never shown: not by `config`, not in logs or messages, not in the host's own configuration. It is only in
/// the option object.
/// </summary>
[AttributeUsage(AttributeTargets.Property)]
public sealed class SecretAttribute : Attribute
{
    /// <summary>What is shown in its place, when there is one.</summary>
    public const string Shown = "(set, not shown)";
}
