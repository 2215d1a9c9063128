using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Hosting.Configuration;

namespace HardwareConnector.Configuration;

/// <summary>Checks that the payload format is registered.</summary>
public sealed class ContentCheck : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        SerializerRegistry registry = BuiltInSerializers.CreateRegistry();
        string content = options.Publish.Content;
        if (registry.Create(content) is null)
            yield return new OptionFault("Publish:Content", $"'{content}' is no payload format", string.Join(", ", registry.Names));
    }
}
