/** `npm run legal-text`. npm runs scripts in the root of the package; users name files from the folder they are in. */
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
require('../../bin/run.js')
