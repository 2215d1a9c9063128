namespace FuncLibs.Hosting.Configuration;

/// <summary>Checks one concern of the options that an attribute cannot say, such as endpoints or two keys together.</summary>
/// <typeparam name="TOptions">The root class of a host's options.</typeparam>
public interface IOptionsCheck<in TOptions>
{
    /// <summary>Every fault of this concern; the options hold values that their types and attributes allow, or defaults.</summary>
    IEnumerable<OptionFault> Check(TOptions options);
}
