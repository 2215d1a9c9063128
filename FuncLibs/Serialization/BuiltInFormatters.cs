using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using FuncLibs.Blocks.Rows;
using FuncLibs.MessagePack;

namespace FuncLibs.Serialization;

/// <summary>Registers the formatters of blocks with the facade.</summary>
internal static class BuiltInFormatters
{
    /// <summary>Runs when the library is first used: the facade must know blocks without a call that
    /// every caller would have to make.</summary>
    [ModuleInitializer]
    [SuppressMessage("Usage", "CA2255", Justification = "MessagePack knows no block type, and a static constructor would not run in time.")]
    internal static void Register()
    {
        MessagePackFormatters.Register(new BlockFormatter());
        MessagePackFormatters.Register(RowBlockFormatter.Instance);
        MessagePackFormatters.Register(SingleChDatasFormatter.Instance);
        MessagePackFormatters.Register(SingleADDatasFormatter.Instance);
        MessagePackFormatters.Register(CDataFormatter.Instance);
    }
}
