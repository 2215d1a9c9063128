using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Running;
using Tools;

return await ToolsProgram.RunAsync(args, ConfigurationInputs.OfProcess(), ProcessStreams.OfProcess());
