namespace FuncLibs.Objects.Graph;

/// <summary>A name that a member had: input that was written with it is read into the member.</summary>
/// <param name="name">The name.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field | AttributeTargets.Parameter, AllowMultiple = true)]
public sealed class FormerNameAttribute(string name) : Attribute
{
    /// <summary>The name.</summary>
    public string Name => name;
}
